/* Reads questions: members by name, each checked. A member that the question does not know is
 * refused.
 *
 * The first fault of a question stays: after it ask_member finds nothing, and every reader returns
 * that fault again. So members can be read one after the other, and the last result holds for all
 * of them. Outputs are set only where there is no fault.
 */
#pragma once

#include "base/json_read.h"
#include "math/study/study.h"
#include "sim/practice.h"

#include <croupier/settle.h>

/* The largest whole number that a browser holds exactly. */
#define ASK_COUNT_MAX ((UINT64_C(1) << 53) - 1)

struct ask {
    const char *body; /* the question's text */
    size_t len;
    struct json_tape *tape;
    bool not_json;
    bool is_letter; /* "paper": print on Letter instead of A4 */
    void *memory;   /* memory of this question; practice_ask frees it */
    struct cr_err err;
};

/* Allocates zeroed memory for the question, which may have one piece. NULL: the fault is in
 * a->err. */
void *ask_memory(struct ask *a, size_t size);
/* ask_open and ask_memory together. NULL: the fault is in a->err. */
void *ask_begin(struct ask *a, const char *const *known, size_t size);

/* Sets a fault of the member `field`, unless the question has a fault already; returns the code of
 * its fault. */
int ask_fault(struct ask *a, int code, const char *field, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Returns rc. If it is a fault, whose sentence is in a->err, it is made one of the member `field`;
 * CR_E_STATE becomes CR_E_INPUT, because a practice round has no state but the question. */
int ask_blame(struct ask *a, int rc, const char *field);

/* Reads an object whose members are all in the list, which ends with NULL. */
int ask_open(struct ask *a, const char *const *known);

/* The member, or NULL: it was not given, or the question has a fault. */
const struct json_node *ask_member(const struct ask *a, const char *key);
bool ask_is_null(const struct json_node *node);

int ask_count(struct ask *a, const char *key, uint64_t least, uint64_t most, uint64_t usual,
              uint64_t *out);
int ask_flag(struct ask *a, const char *key, bool *out); /* usually false */
/* Reads the text of a member or of an element, shorter than size; key names it in faults. */
int ask_word(struct ask *a, const struct json_node *node, const char *key, char *out, size_t size);
int ask_amount(struct ask *a, const struct json_node *node, const char *key,
               enum cr_money_form form, struct cr_money *out);
/* Reads an amount that may be left out (`usual`); zero is refused. */
int ask_stake(struct ask *a, const char *key, struct cr_money usual, struct cr_money *out);
/* Reads a list of at most max cards; it is empty when it is not given. */
int ask_cards(struct ask *a, const char *key, cr_card *out, unsigned max, unsigned *count);

/* ---- Rules ---- */

/* Reads "name" or "text": house rules or a progressive. */
int ask_subject(struct ask *a, struct subject *out);

struct ask_table {
    struct cr_rules rules;
    bool has_progressive;
    struct cr_progressive progressive;
    struct cr_meters meters; /* "meters", or every one at its seed */
};

#define ASK_TABLE_KEYS "rules", "text", "progressive", "progressive_text"

/* The bytes named by "rules" or given as "text": they point into the question or a shipped file. */
int ask_source(struct ask *a, struct source *out);
/* Reads "rules" or "text" as house rules. */
int ask_rules(struct ask *a, struct cr_rules *out);
/* Reads "rules" as the name of shipped house rules, where "text" has another meaning. */
int ask_shipped_rules(struct ask *a, struct cr_rules *out);
/* Reads "progressive" or "progressive_text", of which one must be given, and its bytes. */
int ask_progressive_source(struct ask *a, struct source *source, struct cr_progressive *out);
/* Reads "progressive" or "progressive_text". usual: the name that is taken when neither is given;
 * "" for none. */
int ask_progressive(struct ask *a, const char *usual, struct cr_progressive *out, bool *has);
/* Reads the rules, the progressive and the meters. */
int ask_table(struct ask *a, struct ask_table *out);
