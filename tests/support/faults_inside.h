/* Between the two files of faults.h. */
#ifndef SUPPORT_FAULTS_INSIDE_H
#define SUPPORT_FAULTS_INSIDE_H

#include "support/faults.h"

/* Counts a call and says whether it is to fail. */
bool fault_strikes(enum fault_kind kind);

#endif
