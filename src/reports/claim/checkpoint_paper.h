/* A checkpoint on paper: a witness that no program reaches. */
#pragma once

#include "log/proof/checkpoint.h"
#include "paper/paper.h"

/* A slip with all that is signed, and the checkpoint's exact text as a QR code; when it was signed
 * in the zone given. */
struct paper *checkpoint_paper(const struct checkpoint *c, const struct zone *zone);
