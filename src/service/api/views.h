/* Views: JSON documents of the floor's state. A view is written between writer_lock() and
 * writer_unlock(), so it must be quick, and it shows durable state only. */
#pragma once

#include "base/json_write.h"
#include "service/manager/manager.h"

/* What a view is made of. */
struct view {
    const struct floor *floor;
    /* NULL: the floor was read from a store, and which tables are there is not known */
    const struct manager *manager;
    int64_t mono_ms, now_ms;
    bool with_books; /* whether the reader has RIGHT_BOOKS */
};

/* Writes the members of a document, without its braces: all that the floor has of something. */
typedef void view_part_fn(struct text *t, const struct view *v);

view_part_fn view_floor, view_links, view_tables, view_documents, view_people, view_thresholds,
    view_limits, view_disputes, view_alarms, view_tokens, view_setup, view_signs, view_vocabulary;
view_part_fn view_house, view_messages, view_patrons, view_notices;
view_part_fn view_claims; /* claims with something left to do */

/* Writes the members of a part inside braces. */
void view_document_of(struct text *t, const struct view *v, view_part_fn *part);

/* Writes a document about one thing. id comes from the address; NULL where the address has none.
 * CR_E_NOT_FOUND when there is no such thing. */
typedef int view_fn(struct text *t, const struct view *v, const char *id, struct cr_err *err);

view_fn view_link, view_table, view_table_rules, view_claim, view_document, view_shift, view_face,
    view_parameters;

/* ---- Parts of several views and of the answers to tables ---- */

/* The words that a member of an event may have; for "award", the names of hands. Ends with NULL. */
const char *const *view_words_of(enum floor_kind kind, const char *member);
/* Writes a word that is stored as its place in the list, counted from 1; null for 0. */
void view_word(struct text *t, const char *key, const char *const *words, uint8_t place);

/* Writes the member "meters": the name and amount of each. */
void view_sign_meters(struct text *t, const struct floor *f, uint32_t link);
/* Writes an object with what a sign shows of a link. */
void view_meters(struct text *t, const struct view *v, uint32_t link);
/* Writes members that tell whether the link is open, whether one of its claims waits for payment
 * (REG-12), and whether one waits for a ruling (PIT-1). */
void view_link_state(struct text *t, const struct floor *f, uint32_t link);

/* Writes all that a table's controller starts from. */
void view_table_object(struct text *t, const char *key, const struct view *v, uint32_t table);
/* Writes what changes with each round. */
void view_table_play(struct text *t, const struct view *v, uint32_t table);

const char *view_claim_state(enum claim_state state);

/* Reads the number of an event: digits only. 0 when the text is none. */
uint64_t view_parse_seq(const char *text);
