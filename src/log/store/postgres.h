/* The PostgreSQL back end: several managers on one database. */
#pragma once

#include "log/store/store.h"

int postgres_open(const char *address, enum store_mode mode, struct store **out,
                  struct cr_err *err);
