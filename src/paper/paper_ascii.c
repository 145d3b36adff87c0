/* Replaces letters by similar ones for printers that know ASCII only. */
#include "base/utf8.h"
#include "paper/paper_layout.h"

#include <string.h>

static const struct {
    const char *letters, *ascii;
} likenesses[] = {
    {"ÀÁÂÃÅĀĂĄ", "A"},  {"àáâãåāăą", "a"},  {"ÄÆ", "Ae"},
    {"äæ", "ae"},       {"ÇĆĈĊČ", "C"},     {"çćĉċč", "c"},
    {"ÐĎĐ", "D"},       {"ðďđ", "d"},       {"ÈÉÊËĒĔĖĘĚ", "E"},
    {"èéêëēĕėęě", "e"}, {"ĜĞĠĢ", "G"},      {"ĝğġģ", "g"},
    {"ĤĦ", "H"},        {"ĥħ", "h"},        {"ÌÍÎÏĨĪĬĮİ", "I"},
    {"ìíîïĩīĭįı", "i"}, {"Ĵ", "J"},         {"ĵ", "j"},
    {"Ķ", "K"},         {"ķĸ", "k"},        {"ĹĻĽĿŁ", "L"},
    {"ĺļľŀł", "l"},     {"ÑŃŅŇŊ", "N"},     {"ñńņňŉŋ", "n"},
    {"ÒÓÔÕØŌŎŐ", "O"},  {"òóôõøōŏő", "o"},  {"ÖŒ", "Oe"},
    {"öœ", "oe"},       {"ŔŖŘ", "R"},       {"ŕŗř", "r"},
    {"ŚŜŞŠȘ", "S"},     {"śŝşšș", "s"},     {"ß", "ss"},
    {"ŢŤŦȚ", "T"},      {"ţťŧț", "t"},      {"Þ", "Th"},
    {"þ", "th"},        {"ÙÚÛŨŪŬŮŰŲ", "U"}, {"ùúûũūŭůűų", "u"},
    {"Ü", "Ue"},        {"ü", "ue"},        {"Ŵ", "W"},
    {"ŵ", "w"},         {"ÝŶŸ", "Y"},       {"ýÿŷ", "y"},
    {"ŹŻŽ", "Z"},       {"źżž", "z"},       {"‐‑‒–—―−·", "-"},
    {"‘’‚′", "'"},      {"“”„«»″", "\""},   {"\u00a0\u202f", " "},
    {"•", "*"},         {"…", "..."},       {"×", "x"},
    {"→", "->"},        {"€", "EUR"},       {"£", "GBP"},
    {"¥", "JPY"},       {"№", "No."},       {"♠", "s"},
    {"♥", "h"},         {"♦", "d"},         {"♣", "c"},
};

static const char *likeness(const char *letter, size_t len)
{
    for (size_t i = 0; i < sizeof likenesses / sizeof *likenesses; i++)
        for (const char *at = likenesses[i].letters, *next = at; *at; at = next) {
            utf8_next(&next);
            if ((size_t)(next - at) == len && memcmp(at, letter, len) == 0)
                return likenesses[i].ascii;
        }
    return "?";
}

void layout_add_ascii(struct text *out, const char *text)
{
    for (const char *at = text, *next = text; *at; at = next) {
        utf8_next(&next);
        const size_t len = (size_t)(next - at);
        if (len == 1)
            text_add_char(out, *at);
        else if (utf8_width(at, len) > 0)
            text_add(out, likeness(at, len));
    }
}
