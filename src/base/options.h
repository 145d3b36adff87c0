/* Tables of options: what a command takes, written once as data. Reading a call, the sentence about
 * what is wrong with it, help, manual page and completions all follow from the table.
 *
 * A row is an option ("--seed") or an argument ("FILE"), and says where in the command's struct its
 * value belongs. Rows that several commands share stand in a table of their own and are included.
 */
#pragma once

#include <croupier/error.h>
#include <croupier/money.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct option;

/* What a shell may offer for a value, besides the row's own words. */
enum option_offer { OPTION_OFFERS_WORDS, OPTION_OFFERS_FILES, OPTION_OFFERS_FOLDERS };

/* How a value is read. */
struct option_kind {
    /* Puts the value into its place. The sentence of a fault names the option and the value. */
    int (*read)(const struct option *o, const char *text, void *place, struct cr_err *err);
    enum option_offer offer;
};

extern const struct option_kind option_flag;   /* bool; takes no value */
extern const struct option_kind option_text;   /* const char *, as it was given */
extern const struct option_kind option_count;  /* uint64_t from least to most */
extern const struct option_kind option_money;  /* struct cr_money of at least `least` millionths */
extern const struct option_kind option_choice; /* unsigned: which of the row's words */
extern const struct option_kind option_word;   /* const char *: one of the row's words */
extern const struct option_kind option_time;   /* const char * that when_parse understands */
extern const struct option_kind option_file;   /* const char *, not empty */
extern const struct option_kind option_folder; /* const char *, not empty */

struct option {
    const char *name;  /* "--seed", or of an argument: "FILE" */
    const char *value; /* what help calls the value, as "N"; NULL for flags and arguments */
    const char *text;  /* what it does, in a line or more */
    const struct option_kind *kind;
    size_t place;          /* offset of the value in the command's struct */
    uint64_t least, most;  /* of a count or an amount */
    const char *words;     /* with blanks between: the choices, or what a shell may offer */
    const char *preset;    /* the value when none is given; help shows it */
    const char *otherwise; /* what help shows instead where the command itself finds the value */
    const char *missing;   /* an argument that must be there: the sentence when it is not */
    const char *needs;     /* an option that must be given with this one */
    unsigned one_of;       /* bits: of those that share one, only one may be given */
    unsigned list_max;     /* may be given several times: the place is an array of so many */
    size_t list_count;     /* offset of the number of values given, an unsigned */
    bool once;             /* a second one is a fault; else the last one counts */
    bool is_rest;          /* takes all arguments that are left, into a struct option_words */
    bool takes_dash;       /* "-x" is an argument here too, because a code may begin so */
    const struct option *include; /* instead of all else: the rows of this table, and `place` is
                                     that of their struct in this one */
};

/* The end of a table. */
#define OPTION_END                                                                                 \
    {                                                                                              \
        .name = NULL                                                                               \
    }

/* The arguments that are left. They are moved together in argv, over words that were read
 * before. */
struct option_words {
    char **words;
    int count;
};

/* The offset of a member, which must be of that type. */
#define OPTION_PLACE(type, owner, member)                                                          \
    (offsetof(owner, member) + 0 * sizeof((type *)0 == &((owner *)0)->member))

/* Kind and place of a row. */
#define OPTION_FLAG(owner, member)       .kind = &option_flag, .place = OPTION_PLACE(bool, owner, member)
#define OPTION_TEXT(owner, member)       OPTION_TEXT_OF(&option_text, owner, member)
#define OPTION_FILE(owner, member)       OPTION_TEXT_OF(&option_file, owner, member)
#define OPTION_FOLDER(owner, member)     OPTION_TEXT_OF(&option_folder, owner, member)
#define OPTION_TIME(owner, member)       OPTION_TEXT_OF(&option_time, owner, member)
#define OPTION_WORD(owner, member, list) OPTION_TEXT_OF(&option_word, owner, member), .words = list
#define OPTION_COUNT(owner, member, from, to)                                                      \
    .kind = &option_count, .place = OPTION_PLACE(uint64_t, owner, member), .least = (from),        \
    .most = (to)
#define OPTION_MONEY(owner, member, from_micro)                                                    \
    .kind = &option_money, .place = OPTION_PLACE(struct cr_money, owner, member),                  \
    .least = (from_micro)
#define OPTION_CHOICE(owner, member, list)                                                         \
    .kind = &option_choice, .place = OPTION_PLACE(unsigned, owner, member), .words = list
/* Any kind that keeps the text. */
#define OPTION_TEXT_OF(kind_, owner, member)                                                       \
    .kind = kind_, .place = OPTION_PLACE(const char *, owner, member)
/* Texts that are given several times. */
#define OPTION_LIST_OF(kind_, owner, member, count_member)                                         \
    .kind = kind_, .place = OPTION_PLACE(const char *, owner, member[0]),                          \
    .list_max = sizeof((owner *)0)->member / sizeof(const char *),                                 \
    .list_count = OPTION_PLACE(unsigned, owner, count_member)
#define OPTION_REST(kind_, owner, member)                                                          \
    .kind = kind_, .place = OPTION_PLACE(struct option_words, owner, member), .is_rest = true
/* A number that a preset is made of. */
#define OPTION_AS_TEXT(number)  OPTION_AS_TEXT_(number)
#define OPTION_AS_TEXT_(number) #number
/* The rows of a shared table. */
#define OPTION_SHARED(table, type, owner, member)                                                  \
    {                                                                                              \
        .include = table, .place = OPTION_PLACE(type, owner, member)                               \
    }

/* ---- Walking over a table, shared rows included ---- */

#define OPTION_DEPTH 5

struct option_walk {
    const struct option *option; /* the row */
    size_t place;                /* of its value in the command's struct */
    unsigned index;              /* from 0 */
    /* where the walk goes on, for each table that is open */
    const struct option *next[OPTION_DEPTH];
    size_t base[OPTION_DEPTH];
    unsigned depth;
};

struct option_walk options_walk(const struct option *table);
/* Goes to the next row, at first to the first one; false at the end. */
bool options_next(struct option_walk *walk);

/* True for an option ("--seed"), false for an argument ("FILE"). */
bool option_is_named(const struct option *o);

/* ---- Reading a call ---- */

#define OPTIONS_MAX 64

/* Which rows of a table were given in a call, a bit each. */
struct options_call {
    const struct option *table;
    uint64_t given;
};

/* Reads argv[1] and on into *out, after the presets: "--x v", "--x=v", "--" before arguments that
 * look like options. On a fault the sentence says what is wrong with the call. */
int options_read(const struct option *table, int argc, char **argv, void *out,
                 struct options_call *call, struct cr_err *err);

/* True when the option or argument of that name was given. */
bool options_given(const struct options_call *call, const char *name);

/* ---- Words of a list: "one each" ---- */

/* The next word of a list and its length; NULL at the end. */
const char *option_words_next(const char **list, size_t *len);
/* Writes the words as "one, two and three", where `last` is "and". */
struct text;
void option_words_say(const char *list, const char *last, struct text *out);
