/* croupier people: first passwords (the setup link of a new floor, invitations and their codes),
 * and changing one's own password or PIN. */
#include "app/people_ask.h"

#include <sodium.h>
#include <string.h>

int people_read_link(struct people *p)
{
    static const char page[] = "/setup";
    const char *link = p->names.count > 0 ? p->names.words[0] : p->asking.manager;
    const char *hash = link ? strchr(link, '#') : NULL;
    size_t len = hash ? (size_t)(hash - link) : 0;
    if (len > sizeof page - 1 && memcmp(hash - (sizeof page - 1), page, sizeof page - 1) == 0)
        len -= sizeof page - 1;
    if (!hash || len >= sizeof p->url || strlen(hash + 1) >= sizeof p->code || hash[1] == '\0')
        return err_set(&p->err, CR_E_INPUT,
                       "give the link that `croupier serve` printed, as "
                       "http://127.0.0.1:8080/setup#CODE (in quotes)");
    memcpy(p->url, link, len);
    p->url[len] = '\0';
    strcpy(p->code, hash + 1);
    p->asking.manager = p->url;
    return CR_OK;
}

int people_take_setup(struct people *p, const char *person, const char *password)
{
    return sign_in_first(&p->session, p->client, "/api/v1/setup", p->code, person, password,
                         &p->err);
}

int people_send_invitation(struct people *p, const char *person, char code[PEOPLE_CODE])
{
    char path[PEOPLE_PATH];
    struct text t = text_in(path, sizeof path);
    people_path(&t, "people", person, "invite");
    int rc = people_ask_proved(p, path, "");
    if (rc == CR_OK) {
        const char *told = people_member(p->answer, "code");
        if (told[0] == '\0' || strlen(told) >= PEOPLE_CODE)
            return err_set(&p->err, CR_E_INPUT, "the manager answers without a code");
        strcpy(code, told);
    }
    return rc;
}

int people_tell_own(struct people *p, const char *path, const char *password, const char *key,
                    const char *secret)
{
    char members[PEOPLE_BODY];
    struct text t = text_in(members, sizeof members);
    people_add_member(&t, "password", password);
    people_add_member(&t, key, secret);
    int rc = people_ask(p, "POST", path, members);
    sodium_memzero(members, sizeof members);
    return rc;
}

int people_take_invitation(struct people *p, const char *person, const char *code,
                           const char *password, const char *pin)
{
    struct sign_in session = {0}, own = p->session;
    int rc =
        sign_in_first(&session, p->client, "/api/v1/invitation", code, person, password, &p->err);
    if (rc == CR_OK && pin[0] != '\0') {
        p->session = session;
        rc = people_tell_own(p, "/api/v1/session/pin", password, "pin", pin);
        p->session = own;
    }
    sign_in_close(&session);
    return rc;
}

/* ---- The actions ---- */

/* Asks for a new password twice, so that a typing error does not lock anybody out. */
static int ask_twice(struct people *p, char out[SECRET_ROOM])
{
    char again[SECRET_ROOM];
    int rc = secrets_ask("new password", out, SECRET_ROOM, &p->err);
    if (rc == CR_OK)
        rc = secrets_ask("the same again", again, sizeof again, &p->err);
    if (rc == CR_OK && strcmp(out, again) != 0)
        rc = err_set(&p->err, CR_E_INPUT, "the two are not the same; nothing was changed");
    sodium_memzero(again, sizeof again);
    return rc;
}

/* Takes a new password from the file, or else asks for it. */
static int new_password(struct people *p, const char *person, char out[SECRET_ROOM])
{
    const struct secret *known = secrets_find(&p->secrets, person);
    if (!known)
        return ask_twice(p, out);
    strcpy(out, known->password);
    return CR_OK;
}

int people_setup(struct people *p)
{
    char password[SECRET_ROOM];
    if (!p->person)
        return err_set(&p->err, CR_E_INPUT, "whose password is set? give --person NAME");
    int rc = new_password(p, p->person, password);
    if (rc == CR_OK)
        rc = people_take_setup(p, p->person, password);
    sodium_memzero(password, sizeof password);
    if (rc == CR_OK)
        printf("%s has a password now and is the only one who has; invite a second person next\n",
               p->person);
    return rc;
}

int people_invite(struct people *p)
{
    char code[PEOPLE_CODE];
    int rc = p->names.count > 0 ? people_sign_in(p)
                                : err_set(&p->err, CR_E_INPUT, "who is invited? give their names");
    for (int i = 0; rc == CR_OK && i < p->names.count; i++) {
        rc = people_send_invitation(p, p->names.words[i], code);
        if (rc == CR_OK)
            printf("%s\t%s\n", p->names.words[i], code);
    }
    return rc;
}

int people_accept(struct people *p)
{
    char password[SECRET_ROOM];
    if (p->names.count != 2)
        return err_set(&p->err, CR_E_INPUT, "accept takes a NAME and the CODE that came with it");
    int rc = new_password(p, p->names.words[0], password);
    if (rc == CR_OK)
        rc = people_take_invitation(p, p->names.words[0], p->names.words[1], password, "");
    sodium_memzero(password, sizeof password);
    if (rc == CR_OK)
        printf("%s can sign in now\n", p->names.words[0]);
    return rc;
}

/* ---- One's own ---- */

int people_change_password(struct people *p)
{
    const char *own = NULL;
    char fresh[SECRET_ROOM];
    int rc = people_sign_in(p);
    if (rc == CR_OK)
        rc = people_password(p, p->user, &own);
    if (rc == CR_OK)
        rc = ask_twice(p, fresh);
    if (rc == CR_OK)
        rc = people_tell_own(p, "/api/v1/session/password", own, "new_password", fresh);
    sodium_memzero(fresh, sizeof fresh);
    if (rc == CR_OK)
        printf("%s has a new password; other sessions of theirs have ended\n", p->user);
    return rc;
}

int people_set_pin(struct people *p)
{
    const char *own = NULL;
    char pin[SECRET_PIN_ROOM];
    int rc = people_sign_in(p);
    if (rc == CR_OK)
        rc = people_password(p, p->user, &own);
    const struct secret *known = rc == CR_OK ? secrets_find(&p->secrets, p->user) : NULL;
    if (known && known->pin[0])
        strcpy(pin, known->pin);
    else if (rc == CR_OK)
        rc = secrets_ask("new PIN, 6 to 12 digits", pin, sizeof pin, &p->err);
    if (rc == CR_OK)
        rc = people_tell_own(p, "/api/v1/session/pin", own, "pin", pin);
    sodium_memzero(pin, sizeof pin);
    if (rc == CR_OK)
        printf("%s has a new PIN for the keys of the tables\n", p->user);
    return rc;
}
