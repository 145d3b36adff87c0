/* Opens files that are read whole; what is named must be a file. A pipe without a writer, a socket
 * or a folder in its place would keep a command waiting for ever, or fail with words about
 * something else. */
#pragma once

#include <stdio.h>

/* Opens a file for reading, as bytes; NULL with errno, which is ESPIPE for what is not a file. */
FILE *plain_file_open(const char *path);
/* The same as a descriptor; -1 with errno. */
int plain_file_descriptor(const char *path);
/* What errno means here, in words; not for several threads at once. */
const char *plain_file_fault(int number);
