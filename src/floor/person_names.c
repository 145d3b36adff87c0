/* Checks the name of a new person as version 2 of the events' meaning does: no characters that are
 * not seen, no word of two alphabets, and none that looks like a name that is there. Logs depend on
 * this check, so it is never changed; a new request has to pass a stricter one as well
 * (new_names.c). */
#include "floor/floor_internal.h"

#include "base/code_ranges.h"
#include "base/err.h"
#include "base/utf8.h"
#include "floor/name_looks.h"

/* Blanks other than the usual one, marks of direction, joiners, fillers, variants, marks that are
 * put onto a letter that also exists with it, private and unassigned tags. */
static const struct range unseen[] = {
    {0x00a0, 0x00a0}, {0x00ad, 0x00ad}, {0x0300, 0x036f}, {0x061c, 0x061c},   {0x115f, 0x1160},
    {0x17b4, 0x17b5}, {0x180b, 0x180f}, {0x2000, 0x200f}, {0x2028, 0x202f},   {0x205f, 0x206f},
    {0x2800, 0x2800}, {0x3000, 0x3000}, {0x3164, 0x3164}, {0xe000, 0xf8ff},   {0xfe00, 0xfe0f},
    {0xfeff, 0xfeff}, {0xffa0, 0xffa0}, {0xfff0, 0xffff}, {0xe0000, 0x10ffff}};

/* Other forms of usual letters and digits: phonetic, raised, lowered, enclosed, ligatures,
 * numerals, mathematical ones. */
static const struct range odd_forms[] = {
    {0x0250, 0x02ff},   {0x1d00, 0x1dbf},   {0x2070, 0x209f},  {0x2100, 0x218f}, {0x2460, 0x24ff},
    {0x2c60, 0x2c7f},   {0xa720, 0xa7ff},   {0xab30, 0xab6f},  {0xfb00, 0xfb06}, {0x10780, 0x107bf},
    {0x1d400, 0x1d7ff}, {0x1df00, 0x1dfff}, {0x1f100, 0x1f1ff}};

/* Small letters of Greek, Cyrillic and Armenian, and the i without a dot, with the Latin ones that
 * look the same. */
static const struct {
    uint32_t letter;
    char looks;
} alike[] = {{0x3b1, 'a'}, {0x3b9, 'i'}, {0x3ba, 'k'}, {0x3bd, 'v'}, {0x3bf, 'o'}, {0x3c1, 'p'},
             {0x3c4, 't'}, {0x3c5, 'u'}, {0x3c7, 'x'}, {0x430, 'a'}, {0x432, 'b'}, {0x435, 'e'},
             {0x43a, 'k'}, {0x43c, 'm'}, {0x43d, 'h'}, {0x43e, 'o'}, {0x440, 'p'}, {0x441, 'c'},
             {0x442, 't'}, {0x443, 'y'}, {0x445, 'x'}, {0x455, 's'}, {0x456, 'i'}, {0x458, 'j'},
             {0x131, 'i'}, {0x3f2, 'c'}, {0x3f3, 'j'}, {0x4bb, 'h'}, {0x4cf, 'l'}, {0x501, 'd'},
             {0x51b, 'q'}, {0x51d, 'w'}, {0x570, 'h'}, {0x578, 'n'}, {0x57d, 'u'}, {0x585, 'o'}};

/* Where a capital and its small letter stand side by side: the capital is the even one … */
static const struct range even_capitals[] = {
    {0x100, 0x12f}, {0x132, 0x137},   {0x14a, 0x177},  {0x1de, 0x1ef}, {0x1f8, 0x21f},
    {0x222, 0x233}, {0x246, 0x24f},   {0x3d8, 0x3ef},  {0x460, 0x481}, {0x48a, 0x4bf},
    {0x4d0, 0x52f}, {0x1e00, 0x1e95}, {0x1ea0, 0x1eff}};
/* … or the odd one. */
static const struct range odd_capitals[] = {
    {0x139, 0x148}, {0x179, 0x17e}, {0x1cd, 0x1dc}, {0x4c1, 0x4ce}};

static uint32_t small(uint32_t code)
{
    if (is_between(code, 'A', 'Z') || (is_between(code, 0xc0, 0xde) && code != 0xd7) ||
        is_between(code, 0x391, 0x3ab) || is_between(code, 0x410, 0x42f))
        return code + 0x20;
    if (is_between(code, 0x400, 0x40f))
        return code + 0x50;
    if (is_between(code, 0x531, 0x556)) /* Armenian */
        return code + 0x30;
    if (IS_IN(code, even_capitals))
        return code | 1;
    if (IS_IN(code, odd_capitals))
        return code + (code & 1);
    static const struct {
        uint32_t capital, small;
    } others[] = {{0x130, 'i'},   {0x178, 0xff},  {0x386, 0x3ac}, {0x388, 0x3ad},
                  {0x389, 0x3ae}, {0x38a, 0x3af}, {0x38c, 0x3cc}, {0x38e, 0x3cd},
                  {0x38f, 0x3ce}, {0x3c2, 0x3c3}, {0x4c0, 0x4cf}};
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
        if (others[i].capital == code)
            return others[i].small;
    return code;
}

/* The small letter that the character looks like, in Latin if there is one. */
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

/* The look of the name's next character, several blanks as one; 0 at its end. */
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

/* Alphabets that share letters by their looks; OTHER: Armenian, Cherokee, Coptic, Lisu. */
enum { LATIN = NO_ALPHABET + 1, GREEK, CYRILLIC, OTHER };

static unsigned alphabet_of(uint32_t code)
{
    static const struct range others[] = {
        {0x530, 0x58f}, {0x13a0, 0x13ff}, {0x2c80, 0x2cff}, {0xa4d0, 0xa4ff}, {0xab70, 0xabbf}};
    if (is_between(code | 0x20, 'a', 'z') || is_between(code, 0xc0, 0x24f) ||
        is_between(code, 0x1e00, 0x1eff) || is_between(code, 0xff21, 0xff5a))
        return LATIN;
    if (is_between(code, 0x370, 0x3ff) || is_between(code, 0x1f00, 0x1fff))
        return GREEK;
    if (is_between(code, 0x400, 0x52f) || is_between(code, 0x1c80, 0x1c8f) ||
        is_between(code, 0x2de0, 0x2dff) || is_between(code, 0xa640, 0xa69f))
        return CYRILLIC;
    return IS_IN(code, others) ? OTHER : NO_ALPHABET;
}

/* Refuses odd forms of letters, characters that are not seen and words that mix two alphabets. */
static int check_letters(const char *name, struct cr_err *err)
{
    for (const char *at = name; *at != '\0';)
        if (IS_IN(utf8_next(&at), odd_forms))
            return err_invalid(err, "person",
                               "\"%s\" holds another form of a usual letter; write the usual one",
                               name);
    for (const char *at = name; *at != '\0';)
        if (IS_IN(utf8_next(&at), unseen))
            return err_invalid(err, "person",
                               "a name holds only characters that can be seen, and usual blanks");
    if (name_words_mix(name, alphabet_of))
        return err_invalid(err, "person", "\"%s\" mixes letters of two alphabets in one word",
                           name);
    return 0;
}

int floor_check_name(const struct floor *f, const char *name, struct cr_err *err)
{
    int rc = check_letters(name, err);
    if (rc != 0)
        return rc;
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
