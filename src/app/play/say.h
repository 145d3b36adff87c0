/* The message line: what to do next. */
#ifndef APP_PLAY_SAY_H
#define APP_PLAY_SAY_H

#include "app/play/view.h"

/* Writes the view's message for the state of its session; a fault where it cannot be dealt. */
void say(struct view *view);

#endif
