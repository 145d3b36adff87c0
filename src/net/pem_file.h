/* Files that hold certificates and their keys. */
#pragma once

#include <gnutls/gnutls.h>
#include <stdint.h>

#define PEM_FILE_MAX 65536 /* bytes that are read at most: a chain of a dozen certificates */

/* Reads a whole file. -1 when it is not a file, cannot be read or is larger than PEM_FILE_MAX; a
 * pipe is not waited for. The caller frees out->data with gnutls_free. */
int pem_file_load(const char *path, gnutls_datum_t *out);

/* A number that tells whether a file is still the one that was looked at before: it changes with
 * what the file is, what is in it, and who may open it. 0: there is none. */
uint64_t pem_file_mark(const char *path);
