/* V10: the doctor compares this program and the configuration with the last start and the last
 * checkpoint. */
#include "app/doctor.h"
#include "service/client/ask_manager.h"
#include "service/notary/self_check.h"

#include <sodium.h>
#include <string.h>
#include <yajl/yajl_tree.h>

void doctor_look_hashes(struct doctor *d, const struct floor *f, const char *trust)
{
    struct self_check c = {0};
    char text[SELF_CHECK_TEXT];
    self_check_hash_program(c.program);
    memcpy(c.started, f->general.program, sizeof c.started);
    floor_configuration(f, c.configuration);
    if (trust)
        self_check_read_trust(&c, trust);
    if (trust && !c.has_checkpoint) {
        doctor_warn(d, "evidence", "%s has no checkpoint", trust);
        doctor_todo(d, "start the manager with --trust %s: it then signs one each second", trust);
    }
    if (!self_check_is_changed(&c)) {
        doctor_ok(d, "hashes", "%s", self_check_say(&c, text));
        return;
    }
    doctor_warn(d, "hashes", "%s", self_check_say(&c, text));
    doctor_todo(d, "after an update this is expected; otherwise find out who has changed what: "
                   "'croupier config history' has every version with its people");
}

/* ---- A running manager ---- */

static void take_hash(yajl_val answer, const char *name, uint8_t out[CR_HASH_BYTES])
{
    const char *path[] = {name, NULL};
    yajl_val value = answer ? yajl_tree_get(answer, path, yajl_t_string) : NULL;
    const char *hex = value ? YAJL_GET_STRING(value) : NULL;
    size_t len = 0;
    memset(out, 0, CR_HASH_BYTES);
    if (!hex || sodium_hex2bin(out, CR_HASH_BYTES, hex, strlen(hex), NULL, &len, NULL) != 0)
        memset(out, 0, CR_HASH_BYTES);
}

void doctor_look_served_hashes(struct doctor *d, struct ask_manager *a)
{
    struct self_check c = {0};
    struct cr_err err = {0};
    char words[SELF_CHECK_TEXT];
    const char *text = NULL;
    size_t len = 0;
    if (ask_manager_get(a, "/api/v1/configuration", &text, &len, &err) != CR_OK)
        return;
    yajl_val answer = yajl_tree_parse(text, NULL, 0);
    self_check_hash_program(c.program);
    take_hash(answer, "program", c.started);
    take_hash(answer, "configuration", c.configuration);
    yajl_tree_free(answer);
    if (!self_check_is_changed(&c)) {
        doctor_ok(d, "hashes", "this %s", self_check_say(&c, words));
        return;
    }
    doctor_warn(d, "hashes", "this %s", self_check_say(&c, words));
    doctor_todo(d, "the manager runs another program than this one, whatever its version says");
}
