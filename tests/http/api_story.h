/* A floor's day through the interface: every path answers well at least once, and refuses at least
 * once. */
#pragma once

#include "api_fixture.h"

/* Runs the whole day on a fresh server. */
void api_story_run(struct api_server *s);
/* The part of mathematics and practice. */
void api_story_math(struct api_server *s);
/* The part of people, tokens and machines. */
void api_story_people(struct api_server *s);
/* The part of a closed floor; needs a server of closed_start(). */
void api_story_closed(struct api_server *s);
/* The part of checkpoints and proofs; starts a server of its own. */
void api_story_evidence(void);
