/* Tables that play against running managers until SIGTERM, and then compare what was acknowledged
 * with the store.
 * usage: load STORE SEED VICTIM MANAGER…     as load sqlite:floor.db 1 victim http://127.0.0.1:8080
 *   it prints "load: ready" once it can take signals
 *   SIGUSR1: the process whose number is in the file VICTIM is killed as soon as some table has its
 *   next acknowledgement
 * Exit status: 0 if every acknowledgement is in the log once and the store verifies. */
#include "kill/player.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>

#define TABLES 12

static atomic_bool stop;
static atomic_int victim;
static struct player players[TABLES];

static void *play(void *context)
{
    player_run(context);
    return NULL;
}

static void take_victim(const char *path)
{
    int pid = 0;
    FILE *file = fopen(path, "r");
    if (file != NULL && fscanf(file, "%d", &pid) == 1)
        atomic_store(&victim, pid);
    if (file != NULL)
        fclose(file);
}

static void await_end(const sigset_t *signals, const char *victim_path)
{
    int number = 0;
    while (sigwait(signals, &number) == 0 && number == SIGUSR1)
        take_victim(victim_path);
}

/* Returns whether all tables played to the end. */
static bool run(const char *victim_path)
{
    pthread_t threads[TABLES];
    sigset_t signals;
    /* Threads inherit the blocked signals, so that only sigwait takes them. */
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    puts("load: ready");
    fflush(stdout);
    for (unsigned t = 0; t < TABLES; t++)
        if (pthread_create(&threads[t], NULL, play, &players[t]) != 0)
            abort();
    await_end(&signals, victim_path);
    atomic_store(&stop, true);
    bool good = true;
    for (unsigned t = 0; t < TABLES; t++) {
        pthread_join(threads[t], NULL);
        good = good && !players[t].failed;
    }
    return good;
}

static bool check(const char *store)
{
    struct acks all = {0};
    struct acks_table counted[TABLES];
    uint64_t breaks = 0, repeats = 0;
    for (unsigned t = 0; t < TABLES; t++) {
        const struct acks *own = &players[t].acks;
        counted[t] = players[t].counted;
        breaks += players[t].breaks;
        repeats += players[t].repeats;
        for (size_t i = 0; i < own->count; i++)
            if (!acks_add(&all, own->list[i].body, own->list[i].len))
                return false;
    }
    printf("load: %d tables, the line broke %llu times, %llu repeats compared\n", TABLES,
           (unsigned long long)breaks, (unsigned long long)repeats);
    const bool good = acks_check(&all, counted, TABLES, store);
    acks_release(&all);
    return good;
}

int main(int argc, char **argv)
{
    if (argc < 5 || argc - 4 > PLAYER_MANAGERS) {
        fprintf(stderr, "usage: load STORE SEED VICTIM MANAGER…\n");
        return 2;
    }
    /* The load ends with the script that started it. */
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    const uint64_t seed = strtoull(argv[2], NULL, 10);
    bool good = true;
    for (unsigned t = 0; t < TABLES; t++)
        good = player_init(&players[t], t + 1, (const char *const *)(argv + 4), (unsigned)argc - 4,
                           seed, &stop, &victim) &&
               good;
    good = good && run(argv[3]);
    good = check(argv[1]) && good;
    for (unsigned t = 0; t < TABLES; t++)
        player_release(&players[t]);
    return good ? 0 : 1;
}
