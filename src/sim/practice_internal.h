/* The internals of a practice, for the files of this folder that answer questions. */
#pragma once

#include "reports/mathematics/desk_document.h"
#include "sim/ask.h"

#include <stdatomic.h>

#define PRACTICE_ROOM (1024 * 1024)

/* The progress of the question being answered, for another thread, or for another process that
 * shares this memory. at: the part (bits 32 and up), what is done of it (bits 16 to 31) and how
 * much there is (bits 0 to 15). */
struct practice_told {
    _Atomic uint64_t ticket, at;
};

/* Reads the progress. What another process wrote is taken as numbers only. */
void practice_told_read(struct practice_told *told, struct practice_progress *out);

struct practice {
    struct practice_told own, *told;
    struct analyses analyses;
    struct json_tape tape;
    char room[PRACTICE_ROOM];
    char *file; /* the answer if it is a file; NULL: it is in room */
    size_t file_len;
    const char *file_type; /* one of the content types, such as PRACTICE_PDF */
};

/* The formats in which an answer can be requested. */
enum practice_form { FORM_JSON, FORM_PDF, FORM_CSV, FORM_YAML };

/* Reads "format" (JSON when it is left out) and, with ask_paper, "paper". The formats up to `last`
 * are allowed. */
#define ASK_FORM_KEYS "format", "paper"
int ask_form(struct ask *a, enum practice_form last, enum practice_form *out);
/* Reads "paper", the paper size for printing: a4 (also when it is left out) or letter; sets
 * a->is_letter. */
int ask_paper(struct ask *a);

/* Answers a question. A fault is set in the question, and what was written is then dropped. */
typedef int practice_fn(struct practice *p, struct ask *a, struct text *t);

practice_fn math_analyze, math_position, math_sensitivity;
practice_fn desk_protect, desk_design, desk_strategy, desk_risk, desk_par;
practice_fn round_wagers, round_play;
practice_fn trainer_deal, trainer_check, trainer_certificate;

/* Writes the beginning of an answer about sensitivity, up to its lines. */
void sensitivity_open(struct text *t, const char *kind, const char *name,
                      const uint8_t hash[CR_HASH_BYTES], double house_edge);
/* The part of math_sensitivity for a progressive; path is NULL for all lines. */
int sensitivity_progressive(struct ask *a, const struct cr_progressive *progressive,
                            const char *path, struct text *t);

/* ---- Members that several answers share ---- */

/* [{"name","amount","reserve"}]; empty without a progressive. */
void json_meters(struct text *t, const char *key, const struct cr_progressive *progressive,
                 const struct cr_meters *meters);
/* Every stake of a seat by the name of its slot: wagers and bets. */
void json_stakes(struct text *t, const char *key, const struct cr_rules *rules,
                 const struct cr_seat *seat);

/* ---- desk_questions.c: shared by the questions of the mathematician's desk ---- */

/* Reads a number that may be left out (`usual`). */
int desk_part(struct ask *a, const char *key, double least, double most, double usual, double *out);

/* Makes the document the answer, in the requested format, and frees it. */
int desk_send(struct practice *p, struct ask *a, struct desk_document *document,
              enum practice_form form, struct text *t);
