/* The checklist's words for programs and rules files: "hand", "leds" …; NULL after the last. */
#pragma once

#include <croupier/rules.h>

extern const char *const check_names[CR_CHECKS + 1];
