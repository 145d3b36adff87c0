/* The message line: what to do next. */
#pragma once

#include "app/play/view.h"

/* Writes the view's message for the state of its session; a fault where it cannot be dealt. */
void say(struct view *view);
