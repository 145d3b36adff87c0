/* The list of frauds that both verifiers must find. */
#pragma once

#include "forger.h"

extern const struct fraud fraud_list[];
extern const size_t fraud_count;
