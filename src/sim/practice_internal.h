/* The inside of a practice, for the files of this folder that answer questions. */
#pragma once

#include "reports/mathematics/desk_document.h"
#include "sim/ask.h"

#include <stdatomic.h>

#define PRACTICE_ROOM (1024 * 1024)

/* How far the question is that is under way, for who looks on: another thread, or another process
 * in whose memory this is too. at: the part, what is done and how much there is of it. */
struct practice_told {
    _Atomic uint64_t ticket, at;
};

/* What another process wrote is read as numbers, and believed in nothing else. */
void practice_told_read(struct practice_told *told, struct practice_progress *out);

struct practice {
    struct practice_told own, *told;
    struct analyses analyses;
    struct json_tape tape;
    char room[PRACTICE_ROOM];
    char *file; /* an answer that is a file; NULL for none */
    size_t file_len;
    const char *file_type; /* as PRACTICE_PDF */
};

/* The forms that an answer can be asked for in. */
enum practice_form { FORM_JSON, FORM_PDF, FORM_CSV, FORM_YAML };

/* "format"; left out: JSON. last: that form may be asked for, and those before it. Also "paper", as
 * ask_paper. */
#define ASK_FORM_KEYS "format", "paper"
int ask_form(struct ask *a, enum practice_form last, enum practice_form *out);
/* "paper": a4 or letter, the size of what is printed; left out: a4. Stands in a->is_letter. */
int ask_paper(struct ask *a);

/* Writes the answer; a fault is in the question, and what was written is dropped. */
typedef int practice_fn(struct practice *p, struct ask *a, struct text *t);

practice_fn math_analyze, math_position, math_sensitivity;
practice_fn desk_protect, desk_design, desk_strategy, desk_risk, desk_par;
practice_fn round_wagers, round_play;
practice_fn trainer_deal, trainer_check, trainer_certificate;

/* The part of math_sensitivity that is about a progressive; path is NULL for all lines. */
/* What an answer about sensitivity begins with, up to its lines. */
void sensitivity_open(struct text *t, const char *kind, const char *name,
                      const uint8_t hash[CR_HASH_BYTES], double house_edge);
int sensitivity_progressive(struct ask *a, const struct cr_progressive *progressive,
                            const char *path, struct text *t);

/* ---- Members that several answers have ---- */

/* [{"name","amount","reserve"}]; empty without a progressive. */
void json_meters(struct text *t, const char *key, const struct cr_progressive *progressive,
                 const struct cr_meters *meters);
/* Every stake of a seat by its slot's name: wagers and bets. */
void json_stakes(struct text *t, const char *key, const struct cr_rules *rules,
                 const struct cr_seat *seat);
void json_actions(struct text *t, const char *key, const struct cr_rules *rules,
                  const struct cr_seat *seat);

/* ---- desk_questions.c: what the questions of the mathematician's desk share ---- */

/* A number that may be left out. */
int desk_part(struct ask *a, const char *key, double least, double most, double usual, double *out);

/* Gives the document as the answer, in the form that is asked for, and frees it. */
int desk_send(struct practice *p, struct ask *a, struct desk_document *document,
              enum practice_form form, struct text *t);
