/* Files that hold certificates and their keys. */
#pragma once

#include <gnutls/gnutls.h>
#include <stdint.h>

#define PEM_FILE_MAX 65536 /* bytes that are read at most: a chain of a dozen certificates */

/* Reads one whole. -1 where it is not a file, cannot be read or is larger; a pipe is not waited
 * for. What it gives is freed with gnutls_free. */
int pem_file_load(const char *path, gnutls_datum_t *out);

/* Whether one is still the one that was looked at before: changes with what the file is, what is in
 * it, and who may open it; 0: there is none. */
uint64_t pem_file_mark(const char *path);
