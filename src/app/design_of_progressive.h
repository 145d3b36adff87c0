/* croupier design for a progressive. */
#ifndef APP_DESIGN_OF_PROGRESSIVE_H
#define APP_DESIGN_OF_PROGRESSIVE_H

#include "app/desk.h"
#include "game/rules/load_source.h"

#include <croupier/design.h>

/* vary: "seed=5000..20000:1000", "share=15..25", "reserve=0..10", "full house=50..100:5". The
 * question has what is wanted; its rows are read here. Returns the exit status. */
int design_progressive_run(const struct source *source, const char *const *vary,
                           unsigned vary_count, struct cr_progressive_question *question,
                           const struct desk_form *form);

#endif
