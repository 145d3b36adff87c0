/* Names of people that nobody takes for one another: no characters that are not seen, no word of
 * two alphabets, and none that looks like a name that is there. */
#include "floor/floor_internal.h"

#include "base/err.h"
#include "base/utf8.h"

#include <string.h>

struct range {
    uint32_t first, last;
};

/* Blanks other than the usual one, marks of direction, joiners, fillers, variants, marks that are
 * put onto a letter that also exists with it, private and unassigned tags. */
static const struct range unseen[] = {
    {0x00a0, 0x00a0}, {0x00ad, 0x00ad}, {0x0300, 0x036f}, {0x061c, 0x061c},   {0x115f, 0x1160},
    {0x17b4, 0x17b5}, {0x180b, 0x180f}, {0x2000, 0x200f}, {0x2028, 0x202f},   {0x205f, 0x206f},
    {0x2800, 0x2800}, {0x3000, 0x3000}, {0x3164, 0x3164}, {0xe000, 0xf8ff},   {0xfe00, 0xfe0f},
    {0xfeff, 0xfeff}, {0xffa0, 0xffa0}, {0xfff0, 0xffff}, {0xe0000, 0x10ffff}};

/* Small letters of Greek and Cyrillic, and the Latin ones that look the same. */
static const struct {
    uint32_t letter;
    char looks;
} alike[] = {{0x3b1, 'a'}, {0x3b9, 'i'}, {0x3ba, 'k'}, {0x3bd, 'v'}, {0x3bf, 'o'}, {0x3c1, 'p'},
             {0x3c4, 't'}, {0x3c5, 'u'}, {0x3c7, 'x'}, {0x430, 'a'}, {0x432, 'b'}, {0x435, 'e'},
             {0x43a, 'k'}, {0x43c, 'm'}, {0x43d, 'h'}, {0x43e, 'o'}, {0x440, 'p'}, {0x441, 'c'},
             {0x442, 't'}, {0x443, 'y'}, {0x445, 'x'}, {0x455, 's'}, {0x456, 'i'}, {0x458, 'j'}};

static bool is_between(uint32_t code, uint32_t first, uint32_t last)
{
    return code >= first && code <= last;
}

static bool is_unseen(uint32_t code)
{
    for (size_t i = 0; i < sizeof(unseen) / sizeof(unseen[0]); i++)
        if (is_between(code, unseen[i].first, unseen[i].last))
            return true;
    return false;
}

static uint32_t small(uint32_t code)
{
    if (is_between(code, 'A', 'Z') || (is_between(code, 0xc0, 0xde) && code != 0xd7) ||
        is_between(code, 0x391, 0x3a9) || is_between(code, 0x410, 0x42f))
        return code + 0x20;
    return is_between(code, 0x400, 0x40f) ? code + 0x50 : code;
}

/* What an eye makes of it. */
static uint32_t look_of(uint32_t code)
{
    if (is_between(code, 0xff01, 0xff5e)) /* wide forms */
        code = code - 0xff01 + '!';
    code = small(code);
    for (size_t i = 0; i < sizeof(alike) / sizeof(alike[0]); i++)
        if (alike[i].letter == code)
            return (uint32_t)alike[i].looks;
    return code;
}

/* The next look of a name, several blanks as one; 0 at its end. */
static uint32_t next_look(const char **at)
{
    uint32_t code = utf8_next(at);
    while (code == ' ' && **at == ' ')
        code = utf8_next(at);
    return code == 0 ? 0 : look_of(code);
}

static bool looks_like(const char *a, const char *b)
{
    uint32_t x, y;
    do {
        x = next_look(&a);
        y = next_look(&b);
    } while (x == y && x != 0);
    return x == y;
}

enum alphabet { NO_ALPHABET, LATIN, GREEK, CYRILLIC };

static enum alphabet alphabet_of(uint32_t code)
{
    if (is_between(code | 0x20, 'a', 'z') || is_between(code, 0xc0, 0x24f))
        return LATIN;
    if (is_between(code, 0x370, 0x3ff))
        return GREEK;
    return is_between(code, 0x400, 0x52f) ? CYRILLIC : NO_ALPHABET;
}

static bool mixes_alphabets(const char *name)
{
    enum alphabet word = NO_ALPHABET;
    for (uint32_t code; (code = utf8_next(&name)) != 0;) {
        const enum alphabet own = alphabet_of(code);
        if (code == ' ' || code == '-')
            word = NO_ALPHABET;
        else if (own != NO_ALPHABET && word != NO_ALPHABET && own != word)
            return true;
        else if (own != NO_ALPHABET)
            word = own;
    }
    return false;
}

int floor_check_name(const struct floor *f, const char *name, struct cr_err *err)
{
    for (const char *at = name; *at != '\0';)
        if (is_unseen(utf8_next(&at)))
            return err_refuse(err, CR_E_INPUT, REASON_INVALID_VALUE, "person",
                              "a name holds only characters that can be seen, and usual blanks");
    if (mixes_alphabets(name))
        return err_refuse(err, CR_E_INPUT, REASON_INVALID_VALUE, "person",
                          "\"%s\" mixes letters of two alphabets in one word", name);
    if (looks_like(name, FLOOR_SETUP))
        return err_refuse(err, CR_E_STATE, REASON_ALREADY_THERE, "person",
                          "\"%s\" is there already", name);
    for (uint32_t i = 0; i < f->person_count; i++)
        if (looks_like(name, f->people[i].name))
            return err_refuse(err, CR_E_STATE, REASON_ALREADY_THERE, "person",
                              "\"%s\" looks like \"%s\", who is there already", name,
                              f->people[i].name);
    return 0;
}
