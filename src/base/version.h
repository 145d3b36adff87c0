/* The version of the program, which is set in meson.build and nowhere else. */
#pragma once

extern const char croupier_version[]; /* as meson.build says it */
extern const char croupier_program[]; /* "Croupier" and the version: who made a document */
