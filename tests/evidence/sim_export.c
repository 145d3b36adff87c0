/* sim_export SEED DIR: writes a night of the simulation, with everything that can happen on a
 * floor, as an export and a checkpoint for croupier-verify. */
/* The simulation itself, with its main function under another name. */
int sim_main(int argc, char **argv);
#define main sim_main
#include "../sim/sim.c"
#undef main

#include "sign_log.h"

int main(int argc, char **argv)
{
    struct sim *s = calloc(1, sizeof(*s));
    struct checkpoint c;
    char path[512];
    if (argc != 3 || s == NULL)
        return 2;
    s->seed = strtoull(argv[1], NULL, 10);
    run(s);
    if (s->failed)
        printf("seed %s: %s\n", argv[1], s->failure);
    if (s->weather.flip) {
        /* In this night a bit of the store is flipped, so there is nothing to sign. */
        sim_world_free(s);
        free(s);
        return 3;
    }
    snprintf(path, sizeof(path), "%s/export.jsonl", argv[2]);
    write_export(s->reader, path);
    sign_log(s->reader, 0, 7, &c);
    snprintf(path, sizeof(path), "%s/checkpoint", argv[2]);
    write_checkpoint(&c, path);
    sim_world_free(s);
    free(s);
    return 0;
}
