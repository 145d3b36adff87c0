/* The progress of a long calculation in a file: what each unit came to, so that a later run of the
 * same question goes on where this one ended. */
#pragma once

#include <croupier/protect.h>

struct job_file;

/* Opens or makes the file. question: a line that names what is asked; a file that holds the answer
 * to another one is refused. What a crash left unfinished at the end of the file is cut off. */
int job_file_open(const char *path, const char *question, struct job_file **out,
                  struct cr_err *err);

/* As cr_protect_memory's. */
struct cr_protect_memory job_file_memory(struct job_file *file);

/* CR_E_IO when something could not be written. */
int job_file_close(struct job_file *file, struct cr_err *err);
