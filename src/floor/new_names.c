/* Checks names in new requests, so that nobody takes one for another. Names that are in a log stay
 * as they were written, and a name that is there may be used again. */
#include "floor/floor_internal.h"

#include "base/err.h"
#include "base/utf8.h"
#include "floor/house_items.h"
#include "floor/name_looks.h"

#include <string.h>

/* Refuses hidden characters and words that mix two alphabets. */
static int check_plain(const char *name, const char *member, struct cr_err *err)
{
    if (name_has_hidden(name))
        return err_invalid(err, member,
                           "a name holds only characters that can be seen, and usual blanks");
    if (name_mixes_alphabets(name))
        return err_invalid(err, member, "\"%s\" mixes letters of two alphabets in one word", name);
    return 0;
}

/* Refuses unusual letters too: for names of people, patrons and departments. A game may be
 * "Hold'em™". */
static int check_letters(const char *name, const char *member, struct cr_err *err)
{
    int rc = check_plain(name, member, err);
    const uint32_t code = rc == 0 ? name_unusual_letter(name) : 0;
    if (code == 0)
        return rc;
    char letter[UTF8_CHAR_MAX + 1] = {0};
    utf8_encode(code, letter);
    return err_invalid(err, member,
                       "\"%s\" holds \"%s\", which is no letter in everyday use and could be taken "
                       "for another; write the usual one",
                       name, letter);
}

static int refuse_alike(const char *name, const char *known, const char *member, struct cr_err *err)
{
    return err_refuse(err, CR_E_STATE, REASON_ALREADY_THERE, member,
                      "\"%s\" looks like \"%s\", which is there; write it the same way", name,
                      known);
}

/* Accepts a name that is one of the known ones, or that looks like none of them. The `count` known
 * names stand `stride` bytes apart. */
static int check_known(const char *name, const char *member, const char *known, uint32_t count,
                       size_t stride, struct cr_err *err)
{
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(name, known + i * stride) == 0)
            return 0;
    int rc = check_letters(name, member, err);
    for (uint32_t i = 0; rc == 0 && i < count; i++)
        if (name_looks_like(name, known + i * stride))
            rc = refuse_alike(name, known + i * stride, member, err);
    return rc;
}

/* PIT-14: a patron's cash of the day is one sum, however the name is typed. */
static int check_patron(const struct floor *f, const char *name, struct cr_err *err)
{
    return check_known(name, "patron", f->patrons->name, f->patron_count, sizeof f->patrons[0],
                       err);
}

/* Departments that people must tell apart must not look alike. */
static int check_department(const struct floor *f, const char *name, struct cr_err *err)
{
    return check_known(name, "department", f->people->department, f->person_count,
                       sizeof f->people[0], err);
}

/* The name of a revoked token is free. The same spelling as a token in force passes here: the step
 * refuses it. */
static int check_token(const struct floor *f, const char *name, struct cr_err *err)
{
    int rc = check_plain(name, "item", err);
    for (uint32_t i = 0; rc == 0 && i < f->token_count; i++)
        if (!f->tokens[i].revoked && strcmp(name, f->tokens[i].name) != 0 &&
            name_looks_like(name, f->tokens[i].name))
            rc = refuse_alike(name, f->tokens[i].name, "item", err);
    return rc;
}

/* The name of a person who is there passes here: the step refuses it. */
static int check_person(const struct floor *f, const char *name, struct cr_err *err)
{
    if (floor_knows(f, name))
        return 0;
    int rc = check_letters(name, "person", err);
    if (rc == 0 && name_looks_like(name, FLOOR_SETUP))
        rc = err_refuse(err, CR_E_STATE, REASON_ALREADY_THERE, "person", "\"%s\" is there already",
                        name);
    for (uint32_t i = 0; rc == 0 && i < f->person_count; i++)
        if (name_looks_like(name, f->people[i].name))
            rc = err_refuse(err, CR_E_STATE, REASON_ALREADY_THERE, "person",
                            "\"%s\" looks like \"%s\", who is there already", name,
                            f->people[i].name);
    return rc;
}

/* Refuses marks that make a sign's text run backwards, and hidden characters. */
static int check_message(const struct floor_event *e, struct cr_err *err)
{
    char text[FLOOR_TEXT_MAX + 1];
    memcpy(text, e->text, e->text_len);
    text[e->text_len] = '\0';
    for (const char *at = text; *at != '\0';) {
        const uint32_t code = utf8_next(&at);
        if ((code >= 0x2028 && code <= 0x202e) || (code >= 0x2060 && code <= 0x206f) ||
            code == 0xfeff)
            return err_invalid(err, "text",
                               "a text for people has no marks of direction and no hidden "
                               "characters");
    }
    return 0;
}

/* Refuses a list of the house that names an entry twice, because only the first of the two could
 * ever be confirmed or come next, or one with characters that no event could name. */
static int check_list(const char *list, struct cr_err *err)
{
    char entry[CR_TITLE_MAX], before[CR_TITLE_MAX];
    for (unsigned i = 0; house_list_item(list, i, entry, sizeof entry); i++) {
        if (!utf8_is_clean(entry, strlen(entry), false))
            return err_invalid(err, "text",
                               "a list is one line, without control characters; write commas "
                               "between its entries");
        const int rc = check_plain(entry, "text", err);
        if (rc != 0)
            return rc;
        for (unsigned j = 0; j < i; j++)
            if (house_list_item(list, j, before, sizeof before) && strcmp(before, entry) == 0)
                return err_invalid(err, "text", "\"%s\" is in the list twice; name it once", entry);
    }
    return 0;
}

static int check_house(const struct floor_event *e, struct cr_err *err)
{
    char text[FLOOR_TEXT_MAX + 1];
    const unsigned item = house_item_find(e->item);
    memcpy(text, e->text, e->text_len);
    text[e->text_len] = '\0';
    return item == HOUSE_SHIFTS || item == HOUSE_COMPLIANCE ? check_list(text, err)
                                                            : check_message(e, err);
}

int floor_check_new_names(const struct floor *f, const struct floor_event *e, struct cr_err *err)
{
    int rc = e->patron[0] != '\0' ? check_patron(f, e->patron, err) : 0;
    if (rc == 0 && e->department[0] != '\0')
        rc = check_department(f, e->department, err);
    if (rc == 0 && e->kind == FLOOR_PERSON_ADDED)
        rc = check_person(f, e->person, err);
    if (rc == 0 && e->kind == FLOOR_TOKEN_ADDED)
        rc = check_token(f, e->item, err);
    if (rc == 0 && (e->kind == FLOOR_SHIFT_OPENED || e->kind == FLOOR_TABLE_CONFIGURED))
        rc = check_plain(e->item, "item", err);
    if (rc == 0 && e->kind == FLOOR_SHIFT_CLOSED)
        rc = check_plain(e->next, "next", err);
    if (rc == 0 && e->kind == FLOOR_HOUSE_SET)
        rc = check_house(e, err);
    return rc == 0 && e->kind == FLOOR_MESSAGE_SET ? check_message(e, err) : rc;
}
