/* Tells how a name looks to people: which letters are in everyday use, and which look the same. */
#include "floor/name_looks.h"

#include "base/code_ranges.h"
#include "base/utf8.h"

#include <stddef.h>

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

/* ---- Letters ---- */

/* Characters that nobody sees: controls, blanks other than the usual one, marks of direction,
 * joiners, fillers, variants, marks that are put onto a letter that also exists with it, private
 * and unassigned ones. */
static const struct range hidden[] = {
    {0x80, 0xa0},       {0xad, 0xad},       {0x300, 0x36f},     {0x483, 0x489},
    {0x61c, 0x61c},     {0x115f, 0x1160},   {0x17b4, 0x17b5},   {0x180b, 0x180f},
    {0x1ab0, 0x1aff},   {0x1dc0, 0x1dff},   {0x2000, 0x200f},   {0x2028, 0x202f},
    {0x205f, 0x206f},   {0x20d0, 0x20ff},   {0x2800, 0x2800},   {0x3000, 0x3000},
    {0x3164, 0x3164},   {0xe000, 0xf8ff},   {0xfe00, 0xfe0f},   {0xfe20, 0xfe2f},
    {0xfeff, 0xfeff},   {0xffa0, 0xffa0},   {0xfff0, 0xffff},   {0x13430, 0x1345f},
    {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, {0xe0000, 0x10ffff}};

bool name_has_hidden(const char *name)
{
    for (uint32_t code; (code = utf8_next(&name)) != 0;)
        if (IS_IN(code, hidden))
            return true;
    return false;
}

/* Alphabets in everyday use: those that Unicode recommends for names (UAX 31, table 5). The blocks
 * of Indian alphabets are numbered from INDIAN on. */
enum alphabet {
    UNUSUAL = NO_ALPHABET + 1,
    LATIN,
    GREEK,
    CYRILLIC,
    ARMENIAN,
    HEBREW,
    ARABIC,
    THAANA,
    THAI,
    LAO,
    TIBETAN,
    BURMESE,
    GEORGIAN,
    ETHIOPIC,
    KHMER,
    EAST_ASIAN,
    INDIAN
};

/* The letters of today's alphabets, without other digits than the usual ones. Left out on purpose:
 * ligatures, clicks, the long s, letters of dictionaries, the lengthening stroke and the vowel
 * marks of Arabic, wide and narrow forms, radicals. */
static const struct {
    uint32_t first, last;
    enum alphabet alphabet;
} letters[] = {{'A', 'Z', LATIN},
               {'a', 'z', LATIN},
               {0xc0, 0xd6, LATIN},
               {0xd8, 0xf6, LATIN},
               {0xf8, 0x131, LATIN},
               {0x134, 0x148, LATIN},
               {0x14a, 0x17e, LATIN},
               {0x1a0, 0x1a1, LATIN},
               {0x1af, 0x1b0, LATIN},
               {0x1cd, 0x1dc, LATIN},
               {0x1e6, 0x1ed, LATIN},
               {0x1f8, 0x1f9, LATIN},
               {0x200, 0x21b, LATIN},
               {0x22a, 0x233, LATIN},
               {0x386, 0x386, GREEK},
               {0x388, 0x3ce, GREEK},
               {0x400, 0x45f, CYRILLIC},
               {0x48a, 0x52f, CYRILLIC},
               {0x531, 0x556, ARMENIAN},
               {0x561, 0x586, ARMENIAN},
               {0x5d0, 0x5ea, HEBREW},
               {0x5f3, 0x5f4, HEBREW},
               {0x620, 0x63f, ARABIC},
               {0x641, 0x64a, ARABIC},
               {0x671, 0x6d3, ARABIC},
               {0x6d5, 0x6d5, ARABIC},
               {0x780, 0x7b1, THAANA},
               {0xe01, 0xe4e, THAI},
               {0xe81, 0xecd, LAO},
               {0xf40, 0xfbc, TIBETAN},
               {0x1000, 0x103f, BURMESE},
               {0x1050, 0x108f, BURMESE},
               {0x10d0, 0x10fa, GEORGIAN},
               {0x10fd, 0x10ff, GEORGIAN},
               {0x1200, 0x135a, ETHIOPIC},
               {0x1780, 0x17d3, KHMER},
               {0x1c90, 0x1cbf, GEORGIAN},
               {0x1e00, 0x1e99, LATIN},
               {0x1e9e, 0x1e9e, LATIN},
               {0x1ea0, 0x1ef9, LATIN},
               {0x3005, 0x3005, EAST_ASIAN},
               {0x3041, 0x3096, EAST_ASIAN},
               {0x30a1, 0x30fc, EAST_ASIAN},
               {0x3105, 0x312f, EAST_ASIAN},
               {0x3400, 0x4dbf, EAST_ASIAN},
               {0x4e00, 0x9fff, EAST_ASIAN},
               {0xac00, 0xd7a3, EAST_ASIAN},
               {0x20000, 0x323af, EAST_ASIAN}};

/* Apostrophes, hyphens and the dot within names. */
static const struct range name_signs[] = {
    {0xb7, 0xb7}, {0x2010, 0x2011}, {0x2013, 0x2013}, {0x2018, 0x2019}};

/* Signs that are no letters; a name of a game may be "Hold'em™". */
static const struct range signs[] = {
    {0xa1, 0xbf}, {0xd7, 0xd7}, {0xf7, 0xf7}, {0x2010, 0x2bff}, {0x3001, 0x303f}};

/* The ten digits of each Indian block stand at the same place in it. */
static bool is_indian_letter(uint32_t code)
{
    return is_between(code, 0x900, 0xdff) && !is_between(code & 0x7f, 0x66, 0x6f);
}

static unsigned alphabet_of(uint32_t code)
{
    for (size_t i = 0; i < COUNT(letters); i++)
        if (is_between(code, letters[i].first, letters[i].last))
            return letters[i].alphabet;
    if (is_indian_letter(code))
        return INDIAN + (code - 0x900) / 0x80;
    return code < 0x80 || IS_IN(code, signs) ? NO_ALPHABET : UNUSUAL;
}

uint32_t name_unusual_letter(const char *name)
{
    for (uint32_t code; (code = utf8_next(&name)) != 0;)
        if (code >= 0x80 && alphabet_of(code) <= UNUSUAL && !IS_IN(code, name_signs))
            return code;
    return 0;
}

bool name_words_mix(const char *name, unsigned (*find)(uint32_t code))
{
    unsigned word = NO_ALPHABET;
    for (uint32_t code; (code = utf8_next(&name)) != 0;) {
        const unsigned own = find(code);
        if (code == ' ' || code == '-')
            word = NO_ALPHABET;
        else if (own != NO_ALPHABET && word != NO_ALPHABET && own != word)
            return true;
        else if (own != NO_ALPHABET)
            word = own;
    }
    return false;
}

bool name_mixes_alphabets(const char *name)
{
    return name_words_mix(name, alphabet_of);
}

/* ---- Capitals and small letters ---- */

/* How Unicode places capitals and their small letters: the small letter follows its capital at a
 * fixed distance, or both stand side by side, and the capital is the even or the odd one. */
static const struct {
    uint32_t first, last; /* the capitals, for a distance; both letters, for pairs */
    enum { DISTANCE_20, DISTANCE_30, DISTANCE_50, EVEN, ODD } place;
} cases[] = {{'A', 'Z', DISTANCE_20},     {0xc0, 0xd6, DISTANCE_20},   {0xd8, 0xde, DISTANCE_20},
             {0x391, 0x3a1, DISTANCE_20}, {0x3a3, 0x3ab, DISTANCE_20}, {0x400, 0x40f, DISTANCE_50},
             {0x410, 0x42f, DISTANCE_20}, {0x531, 0x556, DISTANCE_30}, {0x100, 0x12f, EVEN},
             {0x132, 0x137, EVEN},        {0x139, 0x148, ODD},         {0x14a, 0x177, EVEN},
             {0x179, 0x17e, ODD},         {0x1a0, 0x1a5, EVEN},        {0x1af, 0x1b0, ODD},
             {0x1cd, 0x1dc, ODD},         {0x1de, 0x1ef, EVEN},        {0x1f8, 0x21f, EVEN},
             {0x222, 0x233, EVEN},        {0x48a, 0x4bf, EVEN},        {0x4c1, 0x4ce, ODD},
             {0x4d0, 0x52f, EVEN},        {0x1e00, 0x1e95, EVEN},      {0x1ea0, 0x1eff, EVEN}};

/* Letters that are in none of these ranges. Where a letter has two counterparts, the row that holds
 * stands first. */
static const struct {
    uint32_t capital, small;
} pairs[] = {{0x130, 'i'},   {0x178, 0xff},  {0x386, 0x3ac}, {0x388, 0x3ad}, {0x389, 0x3ae},
             {0x38a, 0x3af}, {0x38c, 0x3cc}, {0x38e, 0x3cd}, {0x38f, 0x3ce}, {0x3a3, 0x3c2},
             {0x4c0, 0x4cf}, {0x1e9e, 0xdf}, {'I', 0x131}};

static uint32_t distance_of(size_t row)
{
    static const uint32_t distances[] = {0x20, 0x30, 0x50};
    return distances[cases[row].place];
}

/* The Greek small s has another form at the end of a word: ς is read as σ. */
static uint32_t small(uint32_t code)
{
    if (code == 0x3c2)
        return 0x3c3;
    for (size_t i = 0; i < COUNT(cases); i++)
        if (is_between(code, cases[i].first, cases[i].last))
            return cases[i].place == EVEN  ? code | 1
                   : cases[i].place == ODD ? code + (code & 1)
                                           : code + distance_of(i);
    for (size_t i = 0; i < COUNT(pairs); i++)
        if (pairs[i].capital == code)
            return pairs[i].small;
    return code;
}

static uint32_t capital(uint32_t code)
{
    for (size_t i = 0; i < COUNT(cases); i++) {
        const bool is_pair = cases[i].place == EVEN || cases[i].place == ODD;
        if (!is_pair &&
            is_between(code, cases[i].first + distance_of(i), cases[i].last + distance_of(i)))
            return code - distance_of(i);
        if (is_pair && is_between(code, cases[i].first, cases[i].last))
            return cases[i].place == EVEN ? code & ~UINT32_C(1) : code - (code % 2 == 0);
    }
    for (size_t i = 0; i < COUNT(pairs); i++)
        if (pairs[i].small == code)
            return pairs[i].capital;
    return code;
}

/* ---- Looks ---- */

/* Letters by their looks, sorted by their numbers: a Latin letter where one looks the same, with a
 * second one where a letter looks like two. A stroke ('|') is what the digit 1, the capital I and
 * the small l have in common. */
static const struct look {
    uint32_t letter, first, second;
} looks[] = {
    {0x30, 'O', 0},      {0x31, '|', 0},      {0x35, 'S', 0},      {0x49, '|', 0},
    {0x60, '\'', 0},     {0x6c, '|', 0},      {0xb4, '\'', 0},     {0xc6, 'A', 'E'},
    {0xd0, 0x110, 0},    {0xe6, 'a', 'e'},    {0x11a, 0x114, 0},   {0x11b, 0x115, 0},
    {0x130, '|', 0},     {0x131, 'i', 0},     {0x138, 'k', 0},     {0x152, 'O', 'E'},
    {0x153, 'o', 'e'},   {0x15e, 0x218, 0},   {0x15f, 0x219, 0},   {0x162, 0x21a, 0},
    {0x163, 0x21b, 0},   {0x1cd, 0x102, 0},   {0x1ce, 0x103, 0},   {0x1cf, 0x12c, 0},
    {0x1d0, 0x12d, 0},   {0x1d1, 0x14e, 0},   {0x1d2, 0x14f, 0},   {0x1d3, 0x16c, 0},
    {0x1d4, 0x16d, 0},   {0x1e6, 0x11e, 0},   {0x1e7, 0x11f, 0},   {0x37f, 'J', 0},
    {0x386, 0xc1, 0},    {0x388, 0xc9, 0},    {0x38a, 0xcd, 0},    {0x38c, 0xd3, 0},
    {0x38e, 0xdd, 0},    {0x391, 'A', 0},     {0x392, 'B', 0},     {0x395, 'E', 0},
    {0x396, 'Z', 0},     {0x397, 'H', 0},     {0x399, '|', 0},     {0x39a, 'K', 0},
    {0x39c, 'M', 0},     {0x39d, 'N', 0},     {0x39f, 'O', 0},     {0x3a1, 'P', 0},
    {0x3a4, 'T', 0},     {0x3a5, 'Y', 0},     {0x3a7, 'X', 0},     {0x3aa, 0xcf, 0},
    {0x3ab, 0x178, 0},   {0x3ac, 0xe1, 0},    {0x3ad, 0xe9, 0},    {0x3ae, 0x144, 0},
    {0x3af, 0xed, 0},    {0x3b1, 'a', 0},     {0x3b2, 0xdf, 0},    {0x3b3, 'y', 0},
    {0x3b5, 'e', 0},     {0x3b7, 'n', 0},     {0x3b9, 'i', 0},     {0x3ba, 'k', 0},
    {0x3bd, 'v', 0},     {0x3bf, 'o', 0},     {0x3c1, 'p', 0},     {0x3c3, 'o', 0},
    {0x3c4, 't', 0},     {0x3c5, 'u', 0},     {0x3c7, 'x', 0},     {0x3c9, 'w', 0},
    {0x3ca, 0xef, 0},    {0x3cb, 0xfc, 0},    {0x3cc, 0xf3, 0},    {0x3cd, 0xfa, 0},
    {0x3f2, 'c', 0},     {0x3f3, 'j', 0},     {0x3f9, 'C', 0},     {0x400, 0xc8, 0},
    {0x401, 0xcb, 0},    {0x405, 'S', 0},     {0x406, '|', 0},     {0x407, 0xcf, 0},
    {0x408, 'J', 0},     {0x410, 'A', 0},     {0x412, 'B', 0},     {0x413, 0x393, 0},
    {0x415, 'E', 0},     {0x417, '3', 0},     {0x41a, 'K', 0},     {0x41c, 'M', 0},
    {0x41d, 'H', 0},     {0x41e, 'O', 0},     {0x41f, 0x3a0, 0},   {0x420, 'P', 0},
    {0x421, 'C', 0},     {0x422, 'T', 0},     {0x423, 'Y', 0},     {0x424, 0x3a6, 0},
    {0x425, 'X', 0},     {0x42b, 'b', '|'},   {0x42c, 'b', 0},     {0x42e, '|', 'O'},
    {0x430, 'a', 0},     {0x431, '6', 0},     {0x432, 'B', 0},     {0x433, 'r', 0},
    {0x435, 'e', 0},     {0x437, '3', 0},     {0x43a, 'k', 0},     {0x43c, 'M', 0},
    {0x43d, 'H', 0},     {0x43e, 'o', 0},     {0x43f, 'n', 0},     {0x440, 'p', 0},
    {0x441, 'c', 0},     {0x442, 'T', 0},     {0x443, 'y', 0},     {0x445, 'x', 0},
    {0x44b, 'b', 'i'},   {0x44c, 'b', 0},     {0x44e, 'i', 'o'},   {0x450, 0xe8, 0},
    {0x451, 0xeb, 0},    {0x455, 's', 0},     {0x456, 'i', 0},     {0x457, 0xef, 0},
    {0x458, 'j', 0},     {0x4aa, 0xc7, 0},    {0x4ab, 0xe7, 0},    {0x4ae, 'Y', 0},
    {0x4af, 'y', 0},     {0x4ba, 'h', 0},     {0x4bb, 'h', 0},     {0x4bd, 'e', 0},
    {0x4c0, '|', 0},     {0x4cf, '|', 0},     {0x4d0, 0x102, 0},   {0x4d1, 0x103, 0},
    {0x4d2, 0xc4, 0},    {0x4d3, 0xe4, 0},    {0x4d4, 'A', 'E'},   {0x4d5, 'a', 'e'},
    {0x4d6, 0x114, 0},   {0x4d7, 0x115, 0},   {0x4e0, '3', 0},     {0x4e1, '3', 0},
    {0x4e6, 0xd6, 0},    {0x4e7, 0xf6, 0},    {0x4e8, 0x398, 0},   {0x4ee, 0x232, 0},
    {0x4ef, 0x233, 0},   {0x4f0, 0x178, 0},   {0x4f1, 0xff, 0},    {0x4f2, 0x150, 0},
    {0x4f3, 0x151, 0},   {0x501, 'd', 0},     {0x50c, 'G', 0},     {0x51a, 'Q', 0},
    {0x51b, 'q', 0},     {0x51c, 'W', 0},     {0x51d, 'w', 0},     {0x53c, 'L', 0},
    {0x540, '2', 0},     {0x54d, 'U', 0},     {0x54f, 'S', 0},     {0x553, 0x3a6, 0},
    {0x555, 'O', 0},     {0x561, 'w', 0},     {0x563, 'q', 0},     {0x566, 'q', 0},
    {0x56c, '|', 0},     {0x570, 'h', 0},     {0x575, 'j', 0},     {0x578, 'n', 0},
    {0x57c, 'n', 0},     {0x57d, 'u', 0},     {0x581, 'g', 0},     {0x584, 'f', 0},
    {0x585, 'o', 0},     {0x5d5, '|', 0},     {0x5d8, 'v', 0},     {0x5df, '|', 0},
    {0x5e1, 'o', 0},     {0x5f3, '\'', 0},    {0x5f4, '"', 0},     {0x627, '|', 0},
    {0x647, 'o', 0},     {0x649, 0x64a, 0},   {0x6a9, 0x643, 0},   {0x6be, 'o', 0},
    {0x6c1, 'o', 0},     {0x6cc, 0x64a, 0},   {0x6d5, 'o', 0},     {0xb03, '8', 0},
    {0xb20, 'O', 0},     {0xc02, 'o', 0},     {0xc82, 'o', 0},     {0xd02, 'o', 0},
    {0xd20, 'o', 0},     {0xd82, 'o', 0},     {0x101d, 'o', 0},    {0x10e7, 'y', 0},
    {0x10ff, 'o', 0},    {0x1200, 'U', 0},    {0x12d0, 'O', 0},    {0x1e9e, 0xdf, 0},
    {0x2010, '-', 0},    {0x2011, '-', 0},    {0x2013, '-', 0},    {0x2018, '\'', 0},
    {0x2019, '\'', 0},   {0x30a8, 0x5de5, 0}, {0x30ab, 0x529b, 0}, {0x30bf, 0x5915, 0},
    {0x30c8, 0x535c, 0}, {0x30cb, 0x4e8c, 0}, {0x30cf, 0x516b, 0}, {0x30d8, 0x3078, 0},
    {0x30d9, 0x3079, 0}, {0x30da, 0x307a, 0}, {0x30ea, 0x308a, 0}, {0x30ed, 0x53e3, 0},
    {0x30fb, 0xb7, 0},   {0x30fc, 0x4e00, 0},
};

static const struct look *find_look(uint32_t code)
{
    size_t low = 0, high = COUNT(looks);
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (looks[middle].letter < code)
            low = middle + 1;
        else
            high = middle;
    }
    return low < COUNT(looks) && looks[low].letter == code ? &looks[low] : NULL;
}

/* Names are compared as they are written, all in small letters and all in capitals, because the
 * looks differ: Greek Ν is an N, ν is a v. */
enum manner { WRITTEN, SMALL, CAPITAL, MANNERS };

struct reader {
    const char *at;
    enum manner manner;
    uint32_t second; /* of a letter that looks like two */
};

/* The next letter by its look; 0 at the end. Several blanks are one, and those at the end are left
 * out. */
static uint32_t next_seen(struct reader *r)
{
    uint32_t code = r->second;
    r->second = 0;
    if (code != 0)
        return code;
    code = utf8_next(&r->at);
    while (code == ' ' && (*r->at == ' ' || *r->at == '\0'))
        code = utf8_next(&r->at);
    if (r->manner != WRITTEN)
        code = r->manner == SMALL ? small(code) : capital(code);
    const struct look *look = find_look(code);
    if (look == NULL)
        return code;
    r->second = look->second;
    return look->first;
}

/* The same, but two letters that together look like one are that one, and case does not matter. */
static uint32_t next_look(struct reader *r)
{
    static const struct {
        uint32_t first, second, looks;
    } joined[] = {{'r', 'n', 'm'}, {'v', 'v', 'w'}, {'V', 'V', 'w'}};
    const uint32_t code = next_seen(r);
    for (size_t i = 0; i < COUNT(joined); i++) {
        struct reader ahead = *r;
        if (code == joined[i].first && next_seen(&ahead) == joined[i].second) {
            *r = ahead;
            return joined[i].looks;
        }
    }
    return small(code);
}

static bool looks_like(const char *a, const char *b, enum manner manner)
{
    struct reader x = {a, manner, 0}, y = {b, manner, 0};
    uint32_t p, q;
    do {
        p = next_look(&x);
        q = next_look(&y);
    } while (p == q && p != 0);
    return p == q;
}

bool name_looks_like(const char *a, const char *b)
{
    while (*a == ' ')
        a++;
    while (*b == ' ')
        b++;
    for (unsigned i = 0; i < MANNERS; i++)
        if (looks_like(a, b, (enum manner)i))
            return true;
    return false;
}
