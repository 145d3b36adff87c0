/* croupier doctor: compares this program and the configuration with those of the last start and the
 * last checkpoint (V10). */
#include "app/doctor.h"
#include "base/hex.h"
#include "base/json_read.h"
#include "service/client/ask_manager.h"
#include "service/notary/self_check.h"

#include <stdlib.h>
#include <string.h>

static void say_hashes(struct doctor *d, const struct self_check *c, const char *whose,
                       const char *todo)
{
    char words[SELF_CHECK_TEXT];
    const bool is_changed = self_check_is_changed(c);
    doctor_add(d, is_changed ? FINDING_WARNING : FINDING_OK, "hashes", "%s%s", whose,
               self_check_say(c, words));
    if (is_changed)
        doctor_todo(d, "%s", todo);
}

void doctor_look_hashes(struct doctor *d, const struct floor *f, const char *trust)
{
    struct self_check c = {0};
    self_check_hash_program(c.program);
    memcpy(c.started, f->general.program, sizeof c.started);
    floor_configuration(f, c.configuration);
    if (trust)
        self_check_read_trust(&c, trust);
    if (trust && !c.has_checkpoint) {
        doctor_warn(d, "evidence", "%s has no checkpoint", trust);
        doctor_todo(d, "start the manager with --trust %s: it then signs one each second", trust);
    }
    say_hashes(d, &c, "",
               "after an update this is expected; otherwise find out who has changed what: "
               "'croupier config history' has every version with its people");
}

/* ---- A running manager ---- */

static void take_hash(const struct json_node *answer, const char *name, uint8_t out[CR_HASH_BYTES])
{
    char digits[HEX_TEXT(CR_HASH_BYTES)];
    if (!json_get_text(answer, name, digits, sizeof digits) ||
        !hex_decode(digits, strlen(digits), out, CR_HASH_BYTES))
        memset(out, 0, CR_HASH_BYTES);
}

void doctor_look_served_hashes(struct doctor *d, struct ask_manager *a)
{
    struct self_check c = {0};
    struct cr_err err = {0};
    const char *text = NULL;
    size_t len = 0;
    if (ask_manager_get(a, "/api/v1/configuration", &text, &len, &err) != CR_OK)
        return;
    struct json_node *answer = json_read(text, len, NULL);
    self_check_hash_program(c.program);
    take_hash(answer, "program", c.started);
    take_hash(answer, "configuration", c.configuration);
    free(answer);
    say_hashes(d, &c, "this ",
               "the manager runs another program than this one, whatever its version says");
}
