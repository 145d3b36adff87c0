/* Every fraud that both verifiers must find. */
#ifndef TESTS_EVIDENCE_FRAUD_LIST_H
#define TESTS_EVIDENCE_FRAUD_LIST_H

#include "forger.h"

extern const struct fraud fraud_list[];
extern const size_t fraud_count;

#endif
