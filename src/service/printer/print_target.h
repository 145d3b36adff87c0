/* Where papers of a kind go: a folder, a device, or a command that takes them. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* What prints by itself, each with a printer of its own (REC-3, REC-4, TAB-11). */
enum print_kind {
    PRINT_RECEIPT, /* of a jackpot, once it is processed */
    PRINT_SLIP,    /* of a payout, with its payment */
    PRINT_FORM,    /* End of Shift, with its end */
    PRINT_KINDS
};

#define PRINT_PATH_MAX  512
#define PRINT_WORDS_MAX 16

struct print_target {
    char text[PRINT_PATH_MAX]; /* words one behind the other, each ended by a zero */
    unsigned words;            /* 0: this kind is not printed */
    bool is_command;           /* started with the paper as its input; else a place */
};

struct print_targets {
    struct print_target of[PRINT_KINDS];
    char spool[PRINT_PATH_MAX]; /* the folder that holds what is not printed yet; "": beside the
                                   store */
};

/* "receipt", as in names of files. */
const char *print_kind_name(enum print_kind kind);
/* Whether anything is to be printed. */
bool print_targets_any(const struct print_targets *targets);
/* A place below /dev: it takes the bytes of a receipt printer, and no pages. */
bool print_target_is_device(const struct print_target *target);

/* Another word; false when there is no room for it. */
bool print_target_add(struct print_target *target, const char *word, size_t len);
