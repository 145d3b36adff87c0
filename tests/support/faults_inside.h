/* Shared by faults.c and faults_sqlite.c only. */
#pragma once

#include "support/faults.h"

/* Counts a call of this kind; returns true if it must fail. */
bool fault_strikes(enum fault_kind kind);
