/* Reading a question: members by name, each checked; what nobody asks for is refused.
 *
 * The first fault of a question stays: after it nothing is there any more, and whatever is read
 * says that fault again. So members can be read one after the other, and the last answer counts for
 * all of them; outputs are set only where all was well. */
#pragma once

#include "base/json_read.h"
#include "math/study/study.h"
#include "sim/practice.h"

#include <croupier/settle.h>

/* What a person's browser can count without rounding. */
#define ASK_COUNT_MAX ((UINT64_C(1) << 53) - 1)

struct ask {
    const char *body; /* the question's text */
    size_t len;
    struct json_tape *tape;
    bool not_json;
    bool is_letter; /* papers are on Letter, not on A4: "paper" */
    void *memory;   /* of the question at hand; whoever asks frees it */
    struct cr_err err;
};

/* Zeroed memory for the question; at most one piece. NULL: the fault is in a->err. */
void *ask_memory(struct ask *a, size_t size);
/* ask_open, and that memory. NULL: the fault is in a->err. */
void *ask_begin(struct ask *a, const char *const *known, size_t size);

/* Sets the fault, unless there is one already, names the member and returns the code. */
int ask_fault(struct ask *a, int code, const char *field, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Passes a code on whose sentence is in a->err; when it is a fault, of that member. A fault of the
 * round's state is one of the question. */
int ask_blame(struct ask *a, int rc, const char *field);

/* Reads an object whose members are all in the list, which ends with NULL. */
int ask_open(struct ask *a, const char *const *known);

/* NULL: not given, or the question has a fault. */
const struct json_node *ask_member(const struct ask *a, const char *key);
bool ask_is_null(const struct json_node *node);

int ask_count(struct ask *a, const char *key, uint64_t least, uint64_t most, uint64_t usual,
              uint64_t *out);
int ask_flag(struct ask *a, const char *key, bool usual, bool *out);
/* A text of a member or of an element, shorter than size; key names it in faults. */
int ask_word(struct ask *a, const struct json_node *node, const char *key, char *out, size_t size);
int ask_amount(struct ask *a, const struct json_node *node, const char *key,
               enum cr_money_form form, struct cr_money *out);
/* An amount that may be left out; zero is refused. */
int ask_stake(struct ask *a, const char *key, struct cr_money usual, struct cr_money *out);
/* A list of at most max cards; none when it is not given. */
int ask_cards(struct ask *a, const char *key, cr_card *out, unsigned max, unsigned *count);

/* ---- Rules ---- */

/* "name" or "text": house rules or a progressive. */
int ask_subject(struct ask *a, struct subject *out);

struct ask_table {
    struct cr_rules rules;
    bool has_progressive;
    struct cr_progressive progressive;
    struct cr_meters meters; /* "meters", or every one at its seed */
};

#define ASK_TABLE_KEYS "rules", "text", "progressive", "progressive_text"

/* The bytes that "rules" or "text" give: of the question, or of a shipped file. */
int ask_source(struct ask *a, struct source *out);
/* "rules" or "text": house rules alone. */
int ask_rules(struct ask *a, struct cr_rules *out);
/* "rules" as a shipped name, where "text" is of something else. */
int ask_shipped_rules(struct ask *a, struct cr_rules *out);
/* "progressive" or "progressive_text", one of which must be there, and its bytes. */
int ask_progressive_source(struct ask *a, struct source *source, struct cr_progressive *out);
/* "progressive" or "progressive_text". usual: the name that counts when neither is given; "" for
 * none. */
int ask_progressive(struct ask *a, const char *usual, struct cr_progressive *out, bool *has);
/* Both, and the meters. */
int ask_table(struct ask *a, struct ask_table *out);
