/* The floor as documents for reading. A view is written between writer_lock and writer_unlock: it
 * is quick, and shows durable state only. */
#pragma once

#include "base/json_write.h"
#include "service/manager/manager.h"

/* What is looked at. */
struct view {
    const struct floor *floor;
    const struct manager *manager; /* NULL: of a store, and who is there is not known */
    int64_t mono_ms, now_ms;
    bool with_books; /* for somebody who may read the books */
};

/* What the whole floor has of something: the members of a document, without its braces. */
typedef void view_part_fn(struct text *t, const struct view *v);

view_part_fn view_floor, view_links, view_tables, view_documents, view_people, view_thresholds,
    view_limits, view_disputes, view_alarms, view_tokens, view_setup, view_signs, view_vocabulary;
view_part_fn view_house, view_messages, view_patrons, view_notices;
view_part_fn view_claims; /* those with something left to do */

/* The members of a part, inside braces. */
void view_document_of(struct text *t, const struct view *v, view_part_fn *part);

/* A document about one thing. id is what the address names; NULL where it names nothing.
 * CR_E_NOT_FOUND when there is no such thing. */
typedef int view_fn(struct text *t, const struct view *v, const char *id, struct cr_err *err);

view_fn view_link, view_table, view_table_rules, view_claim, view_document, view_shift, view_face,
    view_parameters;

/* ---- Parts that several views, and the answers to tables, are made of ---- */

/* The words of a member: "award" has those of the hands. */
const char *const *view_words_of(enum floor_kind kind, const char *member);
/* A word kept as its place from 1; null for 0. */
void view_word(struct text *t, const char *key, const char *const *words, uint8_t place);

/* The member "meters": their names and what stands on them. */
void view_sign_meters(struct text *t, const struct floor *f, uint32_t link);
/* What a sign shows of a link. */
void view_meters(struct text *t, const struct view *v, uint32_t link);
/* Whether it is open; whether a claim of it waits for its payment (REG-12), and one of them for a
 * ruling (PIT-1). */
void view_link_state(struct text *t, const struct floor *f, uint32_t link);

/* All that a table controller starts from. */
void view_table_object(struct text *t, const char *key, const struct view *v, uint32_t table);
/* What changes with each round. */
void view_table_play(struct text *t, const struct view *v, uint32_t table);

const char *view_claim_state(enum claim_state state);

/* Digits and nothing else; 0 when it is no number of an event. */
uint64_t view_parse_seq(const char *text);

/* CR_E_NOT_FOUND when there is none of that name. */
int view_find_table(const struct view *v, const char *id, uint32_t *out, struct cr_err *err);
int view_find_link(const struct floor *f, const char *id, uint32_t *out, struct cr_err *err);
