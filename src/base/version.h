/* The version of the program. meson.build says it, and nothing else does. */
#pragma once

extern const char croupier_version[]; /* "0.1.0" */
extern const char croupier_program[]; /* "Croupier 0.1.0": who made a document */
