/* The names of enum cr_check in rules files and documents: "hand", "leds" …; NULL ends the list. */
#pragma once

#include <croupier/rules.h>

extern const char *const check_names[CR_CHECKS + 1];
