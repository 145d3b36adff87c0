/* A checkpoint on paper, kept where no program can reach it. */
#pragma once

#include "log/proof/checkpoint.h"
#include "paper/paper.h"

/* A slip with everything that is signed, and the checkpoint's exact text as a QR code. zone: for
 * the time of signing. */
struct paper *checkpoint_paper(const struct checkpoint *c, const struct zone *zone);
