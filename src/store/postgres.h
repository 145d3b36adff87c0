/* The PostgreSQL back end: several managers on one database. */
#ifndef STORE_POSTGRES_H
#define STORE_POSTGRES_H

#include "store/store.h"

int postgres_open(const char *address, enum store_mode mode, struct store **out,
                  struct cr_err *err);

#endif
