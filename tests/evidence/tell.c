/* tell STORE DIR: makes a store of a night with a paid jackpot, and a trust folder without the
 * secret key: the checkpoint and who signed it. Prints the numbers of three claims: one paid, one
 * waiting, one cancelled. */
#include "../paper/story.h"
#include "sign_log.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    char path[512], key[2 * TREE_HASH + 2];
    struct checkpoint c;
    if (argc != 3)
        return 2;
    snprintf(path, sizeof(path), "sqlite:%s", argv[1]);
    struct story s = story_tell(path);
    sign_log(s.n->store, 0, 7, &c);
    snprintf(path, sizeof(path), "%s/checkpoints", argv[2]);
    write_checkpoint(&c, path);
    snprintf(path, sizeof(path), "%s/signing.pub", argv[2]);
    sodium_bin2hex(key, sizeof(key), c.key, TREE_HASH);
    FILE *out = fopen(path, "w");
    if (out == NULL || fprintf(out, "%s\n", key) < 0 || fclose(out) != 0)
        return 1;
    printf("%llu %llu %llu\n", (unsigned long long)s.claim, (unsigned long long)s.pending,
           (unsigned long long)s.cancelled);
    night_close(s.n);
    return 0;
}
