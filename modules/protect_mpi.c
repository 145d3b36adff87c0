/* The module of `croupier protect` that distributes units over processes: mpirun starts the same
 * command several times, and each process does its part.
 *
 * The program calls it from one thread at a time, which MPI calls "serialized". The result of a
 * unit is a small message that the MPI library accepts without waiting for the receiver.
 */
#include "math/protect/module.h"

#include <mpi.h>
#include <stdio.h>

struct crew {
    int size, rank;
};

static struct crew the_crew;

static void *start(char *fault, size_t room)
{
    int provided = MPI_THREAD_SINGLE;
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &provided) != MPI_SUCCESS) {
        snprintf(fault, room, "MPI does not start");
        return NULL;
    }
    if (provided < MPI_THREAD_SERIALIZED) {
        MPI_Finalize();
        snprintf(fault, room, "this MPI does not let several threads call it");
        return NULL;
    }
    MPI_Comm_size(MPI_COMM_WORLD, &the_crew.size);
    MPI_Comm_rank(MPI_COMM_WORLD, &the_crew.rank);
    return &the_crew;
}

static void stop(void *context, bool failed)
{
    const struct crew *crew = context;
    /* The other processes would wait for the units of this one. */
    if (failed && crew->size > 1)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
}

static unsigned crew_size(void *context)
{
    return (unsigned)((const struct crew *)context)->size;
}

static unsigned crew_rank(void *context)
{
    return (unsigned)((const struct crew *)context)->rank;
}

static void crew_share(void *context, void *bytes, size_t len)
{
    (void)context;
    MPI_Bcast(bytes, (int)len, MPI_BYTE, 0, MPI_COMM_WORLD);
}

/* The unit's number is the message's tag. */
static void crew_send(void *context, unsigned unit, const void *bytes, size_t len)
{
    (void)context;
    MPI_Send(bytes, (int)len, MPI_BYTE, 0, (int)unit, MPI_COMM_WORLD);
}

static bool crew_receive(void *context, bool waits, unsigned *unit, void *bytes, size_t len)
{
    MPI_Status status;
    int is_there = 1;
    (void)context;
    if (waits)
        MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    else
        MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &is_there, &status);
    if (!is_there)
        return false;
    MPI_Recv(bytes, (int)len, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD, &status);
    *unit = (unsigned)status.MPI_TAG;
    return true;
}

static const struct protect_crew crew_functions = {crew_size, crew_rank, crew_share, crew_send,
                                                   crew_receive};

extern const struct cr_protect_module cr_protect_module;
const struct cr_protect_module cr_protect_module = {.version = PROTECT_MODULE_VERSION,
                                                    .name = "mpi",
                                                    .start = start,
                                                    .stop = stop,
                                                    .crew = &crew_functions};
