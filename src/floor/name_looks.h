/* Tells how a name looks to people, so that none is taken for another. It is only used on new
 * requests: the step of an event has its own, older check (person_names.c), which logs depend upon
 * and which is never changed. Letters may be added here at any time. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Whether the name has a character that nobody sees: a blank other than the usual one, a mark of
 * direction, a joiner, a control. */
bool name_has_hidden(const char *name);
/* The first character that is neither printable ASCII nor a letter in everyday use; 0 when there is
 * none. Alphabets of few writers, old ones, and other forms of usual letters (wide, raised,
 * mathematical) have letters that nobody can tell from usual ones. */
uint32_t name_unusual_letter(const char *name);
/* Whether a word of the name has letters of two alphabets. */
bool name_mixes_alphabets(const char *name);
/* The same by any division into alphabets: find returns NO_ALPHABET for signs and digits. Old logs
 * are stepped with this function, so it stays as it is. */
enum { NO_ALPHABET };
bool name_words_mix(const char *name, unsigned (*find)(uint32_t code));
/* Whether one name could be taken for the other, as written, in small letters or in capitals. */
bool name_looks_like(const char *a, const char *b);
