/* Which keys do something now. What is listed is legal and affordable; nothing else is listed. */
#pragma once

#include "app/play/view.h"

/* The keys of the betting phase, of a decision, of a settled round, of a page over the table. rows
 * are the screen's, to see whether a page goes on. */
void keys_betting(struct view *view);
void keys_asking(struct view *view);
void keys_settled(struct view *view, unsigned rows);
void keys_page(struct view *view, unsigned rows);
void keys_confirm(struct view *view);

/* The entry of a key, or NULL. */
const struct view_key *keys_find(const struct view_keys *keys, int code);

/* What pressing a slot's key puts down there: nothing when something lies there already. False
 * when that is not allowed. */
bool keys_toggle(const struct session *s, unsigned seat, unsigned slot, struct cr_money *amount);
