/* Acts of an intruder and of the program itself, to be tried inside the guard. Each returns 0, or
 * the errno that it met. */
#pragma once

extern char act_store[128];    /* a file that belongs to the program */
extern char act_stranger[128]; /* a file that does not */
extern int act_ends[2];        /* a pipe that was opened before the guard */

int act_make_file(const char *path);

int act_nothing(void);
int act_run_program(void);
int act_trace(void);
int act_become_another(void);
int act_make_process(void);
int act_hang_up(void);
int act_read_shadow(void);
int act_read_stranger(void);
int act_write_outside(void);
int act_cut_outside(void);
int act_remove_outside(void);
int act_read_store(void);
int act_write_store(void);
int act_work_beside(void);
int act_make_beside(void);
int act_run_memory(void);
int act_turn_runnable(void);
int act_open_internet(void);
int act_open_raw(void);
int act_open_neighbour(void);
int act_start_thread(void);
int act_look_at_itself(void);
int act_hash_itself(void);
int act_answer(void);
