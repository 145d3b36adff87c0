/* The papers of one payment: receipt, payout slip, and how its amount arose. */
#pragma once

#include "log/store/store.h"
#include "paper/paper.h"

/* Each function holds the store (store_hold) while it reads, so that log and floor are of one
 * moment. The paper is the caller's. CR_E_NOT_FOUND: there is no such claim, or it has no such
 * paper. */

/* REC-4, TAB-11: what the cage keeps of a claim that was paid. */
int paper_receipt(struct store *store, uint64_t claim, struct paper **out, struct cr_err *err);

/* REC-4: what the cage pays from; of any claim that was not cancelled. */
int paper_slip(struct store *store, uint64_t claim, struct paper **out, struct cr_err *err);

/* REG-10: how the amount of a paid claim arose, or of an award_paid event of that number. */
int paper_derivation(struct store *store, uint64_t number, struct paper **out, struct cr_err *err);
