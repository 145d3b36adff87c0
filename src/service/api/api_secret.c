/* Makes the secrets of invitations and tokens. The log and the store have only their hashes; the
 * secret itself stands nowhere but in the answer to the request. */
#include "service/api/auth.h"

#include "os/clock.h"

#include <string.h>

_Static_assert(CREDENTIAL_TOKEN_MAX <= sizeof(((struct api_job *)0)->shown) &&
                   CREDENTIAL_CODE_MAX <= sizeof(((struct api_job *)0)->shown),
               "a job shows either");

void api_prepare_invitation(struct api *api, struct api_job *job)
{
    struct manager_request *r = &job->job.request;
    (void)api;
    credential_make_code(job->shown);
    job->shown_as = "code";
    auth_invitation_text(job->shown, r->secret);
    memcpy(r->event.item, "invitation", sizeof("invitation"));
    credential_commit(r->secret, r->event.document);
    r->event.effective_ms = clock_wall_ms() + AUTH_INVITED_MS;
}

void api_prepare_token(struct api *api, struct api_job *job)
{
    struct manager_request *r = &job->job.request;
    (void)api;
    credential_make_token(job->shown);
    job->shown_as = "token";
    credential_commit(job->shown, r->event.document);
}
