/* Where papers go: into a folder, to a device, or to a command that reads them. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* The kinds of papers that are printed without being asked for; each may have its own printer
 * (REC-3, REC-4, TAB-11). */
enum print_kind {
    PRINT_RECEIPT, /* of a jackpot, when it has been processed */
    PRINT_SLIP,    /* of a jackpot, when it is paid */
    PRINT_FORM,    /* End of Shift, when a shift is closed */
    PRINT_KINDS
};

#define PRINT_PATH_MAX  512
#define PRINT_WORDS_MAX 16

struct print_target {
    char text[PRINT_PATH_MAX]; /* words, each ended by a zero byte */
    unsigned words;            /* their number; 0: this kind is not printed */
    bool is_command;           /* a command, with the paper as its input; else a path */
};

struct print_targets {
    struct print_target of[PRINT_KINDS];
    char spool[PRINT_PATH_MAX]; /* the spool's folder; "": beside the store */
};

/* The word for a kind in names of files, like "receipt". */
const char *print_kind_name(enum print_kind kind);
/* Whether anything is to be printed. */
bool print_targets_any(const struct print_targets *targets);
/* Whether the target is a path below /dev: the device of a receipt printer, which cannot print
 * pages. */
bool print_target_is_device(const struct print_target *target);

/* Appends a word; false when it is empty or there is no room for it. */
bool print_target_add(struct print_target *target, const char *word, size_t len);
