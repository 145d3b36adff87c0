/* The PostgreSQL back end: several managers on one database. */
#ifndef LOG_STORE_POSTGRES_H
#define LOG_STORE_POSTGRES_H

#include "log/store/store.h"

int postgres_open(const char *address, enum store_mode mode, struct store **out,
                  struct cr_err *err);

#endif
