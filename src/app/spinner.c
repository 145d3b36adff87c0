/* A line on standard error that says a long run is alive. */
#include "app/cli.h"

#include <unistd.h>

static int64_t show_seconds(void *context)
{
    struct spinner *s = context;
    fprintf(stderr, "\ranalysing... %u s", ++s->seconds);
    fflush(stderr);
    return 1000;
}

void spinner_start(struct spinner *s)
{
    const struct worker_config config = {
        .name = "spinner", .context = s, .tick = show_seconds, .first_tick_ms = 1000};
    *s = (struct spinner){0};
    if (isatty(STDERR_FILENO))
        worker_start(&config, &s->worker, NULL);
}

void spinner_stop(struct spinner *s)
{
    worker_stop(s->worker);
    if (s->seconds > 0)
        fputs("\r\033[K", stderr);
    *s = (struct spinner){0};
}
