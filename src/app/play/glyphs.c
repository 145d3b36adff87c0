/* The characters that the table shows; see glyphs.h. */
#include "app/play/glyphs.h"

#include "base/check.h"
#include "base/utf8.h"

/* Characters that every terminal shows in one cell and that do not combine. */
static const struct {
    uint32_t first, last;
} shown[] = {
    {0x20, 0x7e},     {0xa1, 0xac},     {0xae, 0x2ff},    {0x370, 0x482},   {0x48a, 0x52f},
    {0x2010, 0x2027}, {0x2030, 0x205e}, {0x2190, 0x2193}, {0x2212, 0x2212}, {0x2500, 0x25ff},
    {0x2605, 0x2605}, {0x2660, 0x2667}, {0x2713, 0x2713},
};

static const struct {
    uint32_t code;
    char ascii;
} stand_ins[] = {
    {0x2660, 's'},  {0x2665, 'h'},  {0x2666, 'd'},  {0x2663, 'c'},  {0x2500, '-'}, {0x2502, '|'},
    {0x250c, '+'},  {0x2510, '+'},  {0x2514, '+'},  {0x2518, '+'},  {0x256d, '.'}, {0x256e, '.'},
    {0x256f, '\''}, {0x2570, '\''}, {0x2591, '#'},  {0x2592, '#'},  {0x25c9, '*'}, {0x25cb, 'o'},
    {0x25b8, '>'},  {0x25cf, '@'},  {0x2605, '*'},  {0xb7, '-'},    {0xd7, 'x'},   {0x2013, '-'},
    {0x2014, '-'},  {0x2212, '-'},  {0x2018, '\''}, {0x2019, '\''}, {0x2026, '.'}, {0x201c, '"'},
    {0x201d, '"'},  {0x2190, '<'},  {0x2191, '^'},  {0x2192, '>'},  {0x2193, 'v'},
};

static bool is_shown(uint32_t code)
{
    for (size_t i = 0; i < sizeof shown / sizeof shown[0]; i++)
        if (code >= shown[i].first && code <= shown[i].last)
            return true;
    return false;
}

uint32_t glyph_next(const char **at)
{
    const uint32_t code = utf8_next(at);
    return code == 0 || is_shown(code) ? code : '?';
}

size_t glyph_count(const char *text)
{
    size_t n = 0;
    while (glyph_next(&text) != 0)
        n++;
    return n;
}

char glyph_ascii(uint32_t code)
{
    if (code < 0x80)
        return (char)code;
    for (size_t i = 0; i < sizeof stand_ins / sizeof stand_ins[0]; i++)
        if (stand_ins[i].code == code)
            return stand_ins[i].ascii;
    return '?';
}

uint32_t glyph_suit(cr_card card)
{
    static const uint32_t suits[CR_SUITS] = {0x2663, 0x2666, 0x2665, 0x2660};
    return suits[cr_card_suit(card)];
}

void glyph_card(cr_card card, char out[GLYPH_CARD_MAX])
{
    CHECK(card < CR_DECK_CARDS);
    char text[CR_CARD_TEXT_MAX];
    cr_card_format(card, text);
    out[0] = text[0];
    out[1 + utf8_encode(glyph_suit(card), out + 1)] = '\0';
}
