/* The version of the program. meson.build says it, and nothing else does. */
#ifndef BASE_VERSION_H
#define BASE_VERSION_H

extern const char croupier_version[]; /* "0.1.0" */
extern const char croupier_program[]; /* "Croupier 0.1.0": who made a document */

#endif
