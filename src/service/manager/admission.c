/* Checks whether a manager may run open, and announces the setup code; see admission.h. */
#include "service/manager/admission.h"

#include "service/client/store_address.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

bool admission_is_local(const char *host)
{
    return host[0] == '\0' || strncmp(host, "127.", 4) == 0 || strcmp(host, "::1") == 0 ||
           strcmp(host, "localhost") == 0;
}

int admission_check_open(struct writer *writer, struct cr_err *err)
{
    bool has_password = false;
    const struct floor *f = writer_lock(writer);
    for (uint32_t i = 0; i < f->person_count; i++)
        has_password = has_password || !sodium_is_zero(f->people[i].password, CR_HASH_BYTES);
    writer_unlock(writer);
    if (has_password)
        return err_set(err, CR_E_STATE,
                       "this floor has passwords; --open would step around them: start without it");
    return 0;
}

void admission_announce(struct api *api, const char *host, unsigned port)
{
    char code[API_CODE_MAX];
    char url[ADDRESS_URL_MAX];
    if (api_setup_code(api, code) != NULL)
        printf("setup: %s/setup#%s\n", address_url("http", host, port, url), code);
    sodium_memzero(code, sizeof(code));
}
