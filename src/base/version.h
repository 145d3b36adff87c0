/* The version of the program. meson.build says it, and nothing else does. */
#pragma once

extern const char croupier_version[]; /* as meson.build says it */
extern const char croupier_program[]; /* "Croupier" and the version: who made a document */
