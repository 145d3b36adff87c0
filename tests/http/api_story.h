/* A floor's day through the interface: every path answers well at least once, and refuses at least
 * once. */
#ifndef TESTS_HTTP_API_STORY_H
#define TESTS_HTTP_API_STORY_H

#include "api_fixture.h"

/* On a fresh server. */
void api_story_run(struct api_server *s);
/* Its part of mathematics and practice. */
void api_story_math(struct api_server *s);

#endif
