/* The verifier's readers and books in one file, so that none of its names conflicts with the
 * program's; called by fuzz_checkpoint.c. */
#define _GNU_SOURCE
#define main      verify_main
#define tree_add  verifier_tree_add
#define tree_root verifier_tree_root
#define hash_of   verifier_hash_of
#define hash_same verifier_hash_same
#include "../../verifier/books.c"
#include "../../verifier/claims.c"
#include "../../verifier/document.c"
#include "../../verifier/floor.c"
#include "../../verifier/line.c"
#include "../../verifier/meters.c"
#include "../../verifier/names.c"
#include "../../verifier/people.c"
#include "../../verifier/rounds.c"
#include "../../verifier/shape.c"
#include "../../verifier/shifts.c"
#include "../../verifier/tree.c"

#include <unistd.h>

void fuzz_verifier(const uint8_t *data, size_t size);

/* Reads the lines of the input as an export, and all of it as a proof and as a file of checkpoints.
 */
void fuzz_verifier(const uint8_t *data, size_t size)
{
    struct books *b = books_new(1);
    const char *at = (const char *)data, *end = at + size, *event, *why;
    struct checkpoint c = {.seq = 3};
    size_t event_len;
    uint64_t seq = 1;
    if (b == NULL)
        return;
    books_be_quiet(b); /* faults are expected and not printed */
    while (at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        const size_t len = (size_t)((stop != NULL ? stop : end) - at);
        books_event(b, seq++, at, len);
        at += len + 1;
    }
    books_free(b);
    char *copy = malloc(size + 1);
    FILE *in = size > 0 ? fmemopen((void *)(uintptr_t)data, size, "rb") : NULL;
    if (copy != NULL && size > 0) {
        memcpy(copy, data, size);
        proof_check(copy, size, &c, &event, &event_len, &seq, &why);
    }
    while (in != NULL && checkpoint_next(in, &c, &why) > 0)
        ;
    if (in != NULL)
        fclose(in);
    free(copy);
}
