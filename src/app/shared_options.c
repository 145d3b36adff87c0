/* Options that several commands take. */
#include "app/shared_options.h"

#include "app/value_kinds.h"

/* A table for one bool. */
struct shared_flag {
    bool is_set;
};

const struct option shared_token[] = {
    {"--token", "FILE", "who asks, on a closed floor: a token",
     OPTION_FILE(struct http_identity, token), .otherwise = "$CROUPIER_TOKEN"},
    OPTION_END,
};

const struct option shared_ca[] = {
    {"--ca", "FILE", "https: the authority of the manager's certificate",
     OPTION_FILE(struct http_identity, ca)},
    OPTION_END,
};

const struct option shared_identity[] = {
    {.include = shared_token},
    {"--cert", "FILE", "… or a certificate …", OPTION_FILE(struct http_identity, certificate)},
    {"--key", "FILE", "… with its key", OPTION_FILE(struct http_identity, key)},
    {.include = shared_ca},
    OPTION_END,
};

const struct option shared_manager[] = {
    {"--manager", "URL", "a running manager, or several with commas between",
     OPTION_TEXT(struct asking, manager), .otherwise = "$CROUPIER_MANAGER, http://127.0.0.1:8080",
     .one_of = ONE_SOURCE},
    OPTION_END,
};

const struct option shared_asking[] = {
    {.include = shared_manager},
    OPTION_SHARED(shared_identity, struct http_identity, struct asking, who),
    OPTION_END,
};

const struct option shared_json[] = {
    {"--json", NULL, "machine output", OPTION_FLAG(struct shared_flag, is_set), .one_of = ONE_FORM},
    OPTION_END,
};

struct shared_folder {
    const char *path;
};

const struct option shared_archive[] = {
    {"--archive", "FOLDER",
     "the archive of the store's removed months, where it is not where it was",
     OPTION_TEXT_OF(&kind_archive, struct shared_folder, path)},
    OPTION_END,
};

const struct option shared_utc[] = {
    {"--utc", NULL, "times in UTC", OPTION_FLAG(struct shared_flag, is_set)},
    OPTION_END,
};

const struct option shared_no_color[] = {
    {"--no-color", NULL, "no colours (also with NO_COLOR set)",
     OPTION_FLAG(struct shared_flag, is_set)},
    OPTION_END,
};

const struct option shared_no_guard[] = {
    {"--no-guard", NULL, "do not confine the program, for looking for faults in it",
     OPTION_FLAG(struct shared_flag, is_set)},
    OPTION_END,
};
