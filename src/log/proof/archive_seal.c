/* The checkpoint that seals an archive. */
#include "log/proof/archive_seal.h"

#include "base/err.h"
#include "base/plain_file.h"
#include "log/proof/log_tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int archive_seals_read(const char *path, struct archive_seals *out, struct cr_err *err)
{
    FILE *in = plain_file_open(path);
    const long size = in != NULL && fseek(in, 0, SEEK_END) == 0 ? ftell(in) : -1;
    out->text = size >= 0 ? malloc((size_t)size + 1) : NULL;
    if (out->text != NULL) {
        rewind(in);
        out->len = fread(out->text, 1, (size_t)size, in);
    }
    if (in != NULL)
        fclose(in);
    return out->text != NULL ? 0 : err_set(err, CR_E_IO, "%.300s: cannot be read", path);
}

void archive_seals_free(struct archive_seals *s)
{
    free(s->text);
    s->text = NULL;
}

bool archive_seals_find(const struct archive_seals *s, uint64_t seq, struct checkpoint *out,
                        size_t *end)
{
    struct cr_err none;
    size_t used = 0;
    for (size_t at = 0;
         at < s->len && checkpoint_parse(s->text + at, s->len - at, out, &used, &none) == 0;
         at += used) {
        if (!checkpoint_is_signed(out, s->key) || strcmp(out->floor, s->floor) != 0)
            return false;
        *end = at + used;
        if (out->seq >= seq)
            return true;
    }
    return false;
}

int archive_seal_check(struct store *archive, const struct checkpoint *seal, struct cr_err *err)
{
    struct log_tree tree = {0};
    int rc = log_tree_follow(&tree, archive, seal->seq, err);
    if (rc == 0 && !log_tree_is(&tree, seal))
        rc = err_set(err, CR_E_STATE,
                     "what is in the archive is not what the checkpoint of event %llu signed",
                     (unsigned long long)seal->seq);
    tree_free(&tree.tree);
    return rc;
}
