/* Between the two files of faults.h. */
#pragma once

#include "support/faults.h"

/* Counts a call and says whether it is to fail. */
bool fault_strikes(enum fault_kind kind);
