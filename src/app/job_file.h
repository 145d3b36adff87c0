/* Keeps the progress of a long calculation in a file: the result of each unit, so that a later run
 * of the same question goes on where this one ended. */
#pragma once

#include <croupier/protect.h>

struct job_file;

/* Opens or makes the file. question: a line that names what is calculated; a file with another
 * question is refused. An incomplete record at the end of the file, as after a crash, is cut
 * off. */
int job_file_open(const char *path, const char *question, struct job_file **out,
                  struct cr_err *err);

/* The callbacks with which a calculation uses the file; they are valid until job_file_close(). */
struct cr_protect_memory job_file_memory(struct job_file *file);

/* Closes the file. CR_E_IO when something could not be written. */
int job_file_close(struct job_file *file, struct cr_err *err);
