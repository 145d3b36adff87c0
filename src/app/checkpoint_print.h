/* croupier evidence checkpoint: the last checkpoint on paper. */
#ifndef APP_CHECKPOINT_PRINT_H
#define APP_CHECKPOINT_PRINT_H

#include <croupier/error.h>

/* Where it comes from, and where it goes; NULL where not. Without any place to go it is shown. */
struct checkpoint_print {
    const char *trust, *manager;
    const char *pdf, *escpos, *printer;
};

int checkpoint_print(const struct checkpoint_print *what, struct cr_err *err);

#endif
