/* The routes: which address reads what, and which writes what. docs/openapi.yaml has the same list;
 * a test compares them. */
#include "service/api/api_internal.h"

/* Members that the address gives, and those that are not for a desk. */
static const char *const by_link[] = {"link", NULL};
static const char *const by_table[] = {"table", NULL};
static const char *const by_table_desk[] = {"table", "epoch", "table_seq", NULL};
static const char *const by_join[] = {"table", "manager", NULL};
static const char *const by_claim[] = {"claim", NULL};
static const char *const by_desk[] = {"claim", "table", "epoch", "table_seq", NULL};
static const char *const by_dispute[] = {"dispute", NULL};
static const char *const by_alarm[] = {"alarm", NULL};
static const char *const by_person[] = {"person", NULL};
static const char *const by_item[] = {"item", NULL};
/* … and secrets are made by the manager. */
static const char *const by_invitation[] = {"person", "item", "document", NULL};
static const char *const by_parameters[] = {"text", NULL};
static const char *const by_secret[] = {"document", NULL};

/* A reading row says what it takes to read it; a writing one takes what its kind takes. */
#define READ(at, what, who)                                                                        \
    {                                                                                              \
        .method = HTTP_GET, .path = at, .run = api_run_view, .part = what, .right = RIGHT_##who    \
    }
#define READ_ONE(at, what, id, who)                                                                \
    {                                                                                              \
        .method = HTTP_GET, .path = at, .run = api_run_view, .view = what, .param = id,            \
        .right = RIGHT_##who                                                                       \
    }
/* … besides for those who show the floor to its guests. */
#define READ_SIGN(at, what, id)                                                                    \
    {                                                                                              \
        .method = HTTP_GET, .path = at, .run = api_run_view, .view = what, .param = id,            \
        .right = RIGHT_LOOK, .also = API_ALSO_SIGN | API_ALSO_TABLE                                \
    }
#define GET(at, how, who)                                                                          \
    {                                                                                              \
        .method = HTTP_GET, .path = at, .run = how, .right = RIGHT_##who                           \
    }
#define GET_ONE(at, how, id, who)                                                                  \
    {                                                                                              \
        .method = HTTP_GET, .path = at, .run = how, .param = id, .right = RIGHT_##who              \
    }
/* For whoever has yet to show who they are. */
#define STRANGER(how_asked, at, how)                                                               \
    {                                                                                              \
        .method = HTTP_##how_asked, .path = at, .run = how, .is_public = true                      \
    }
#define CREATE(at, what)                                                                           \
    {                                                                                              \
        .method = HTTP_POST, .path = at, .run = api_run_write, .kind = what, .status = 201         \
    }
#define WRITE(at, what, id, names)                                                                 \
    {                                                                                              \
        .method = HTTP_POST, .path = at, .run = api_run_write, .kind = what, .status = 200,        \
        .param = id, .elsewhere = names                                                            \
    }

#define ASK(at, what)                                                                              \
    {                                                                                              \
        .method = HTTP_POST, .path = at, .run = api_run_question, .question = what,                \
        .right = RIGHT_LOOK                                                                        \
    }

/* clang-format off */
const struct api_row api_rows[] = {
    {.method = HTTP_GET, .path = "/session", .run = api_run_session, .is_public = true,
     .queries = "nobody ", .is_passive = true},
    {.method = HTTP_POST, .path = "/session", .run = api_run_sign_in, .is_public = true,
     .only_closed = true},
    {.method = HTTP_DELETE, .path = "/session", .run = api_run_sign_out, .is_public = true,
     .only_closed = true, .is_passive = true},
    {.method = HTTP_POST, .path = "/session/password", .run = api_run_password,
     .right = RIGHT_LOOK, .only_people = true, .only_closed = true},
    {.method = HTTP_POST, .path = "/session/pin", .run = api_run_pin, .right = RIGHT_LOOK,
     .only_people = true, .only_closed = true},
    {.method = HTTP_GET, .path = "/setup", .run = api_run_view, .part = view_setup,
     .is_public = true},
    {.method = HTTP_POST, .path = "/setup", .run = api_run_setup, .is_public = true,
     .only_closed = true},
    {.method = HTTP_POST, .path = "/invitation", .run = api_run_invitation, .is_public = true,
     .only_closed = true},

    {.method = HTTP_GET, .path = "/words", .run = api_run_view, .part = view_vocabulary,
     .is_public = true},
    {.method = HTTP_GET, .path = "/signs", .run = api_run_view, .part = view_signs,
     .right = RIGHT_LOOK, .also = API_ALSO_SIGN | API_ALSO_TABLE},
    READ("/floor", view_floor, LOOK),
    {.method = HTTP_GET, .path = "/stream", .run = api_run_stream, .right = RIGHT_LOOK,
     .also = API_ALSO_SIGN | API_ALSO_TABLE, .is_passive = true},

    {.method = HTTP_GET, .path = "/links", .run = api_run_view, .part = view_links,
     .right = RIGHT_LOOK, .also = API_ALSO_SIGN},
    READ_SIGN("/links/{link}", view_link, "link"),
    {.method = HTTP_GET, .path = "/links/{link}/history", .run = api_run_history, .param = "link",
     .queries = "since until points ", .right = RIGHT_LOOK, .also = API_ALSO_SIGN},
    WRITE("/links/{link}/configure", FLOOR_LINK_CONFIGURED, "link", by_link),
    READ_ONE("/links/{link}/parameters", view_parameters, "link", LOOK),
    {.method = HTTP_POST, .path = "/links/{link}/parameters", .run = api_run_write,
     .kind = FLOOR_DOCUMENT_ADDED, .status = 201, .elsewhere = by_parameters,
     .compose = api_compose_parameters},
    WRITE("/links/{link}/open", FLOOR_LINK_OPENED, "link", by_link),
    WRITE("/links/{link}/close", FLOOR_LINK_CLOSED, "link", by_link),
    WRITE("/links/{link}/correct", FLOOR_METER_CORRECTED, "link", by_link),
    WRITE("/links/{link}/transfer", FLOOR_LINK_TRANSFERRED, "link", by_link),
    WRITE("/links/{link}/order", FLOOR_ORDER_RULED, "link", by_link),
    WRITE("/links/{link}/finding", FLOOR_ORDER_FOUND, "link", by_link),

    READ("/tables", view_tables, LOOK),
    {.method = HTTP_GET, .path = "/tables/{table}", .run = api_run_view, .view = view_table,
     .param = "table", .right = RIGHT_LOOK, .also = API_ALSO_SIGN | API_ALSO_TABLE,
     .some_is_books = true},
    {.method = HTTP_GET, .path = "/tables/{table}/rules", .run = api_run_view,
     .view = view_table_rules, .param = "table", .right = RIGHT_LOOK, .also = API_ALSO_TABLE},
    WRITE("/tables/{table}/configure", FLOOR_TABLE_CONFIGURED, "table", by_table),
    {.method = HTTP_POST, .path = "/tables/{table}/join", .run = api_run_write, .param = "table",
     .kind = FLOOR_TABLE_JOINED, .status = 200, .elsewhere = by_join, .right = RIGHT_TABLE},
    {.method = HTTP_POST, .path = "/tables/{table}/heartbeat", .run = api_run_heartbeat,
     .param = "table", .right = RIGHT_TABLE},
    {.method = HTTP_POST, .path = "/tables/{table}/events", .run = api_run_write,
     .param = "table", .status = 200, .elsewhere = by_table,
     .right = RIGHT_TABLE},
    {.method = HTTP_POST, .path = "/tables/{table}/key", .run = api_run_key, .param = "table",
     .right = RIGHT_TABLE},
    WRITE("/tables/{table}/patrons", FLOOR_SEATS_HELD, "table", by_table_desk),
    WRITE("/tables/{table}/hands", FLOOR_ONE_HAND_SET, "table", by_table),
    WRITE("/tables/{table}/enrol", FLOOR_MACHINE_ENROLLED, "table", by_table),
    WRITE("/tables/{table}/revoke", FLOOR_MACHINE_REVOKED, "table", by_table),

    WRITE("/tables/{table}/correct", FLOOR_TRAY_CORRECTED, "table", by_table),
    WRITE("/tables/{table}/irregularity", FLOOR_IRREGULARITY_RECORDED, "table", by_table),

    READ("/claims", view_claims, LOOK),
    READ_ONE("/claims/{claim}", view_claim, "claim", LOOK),
    GET_ONE("/claims/{claim}/receipt", api_run_receipt, "claim", BOOKS),
    GET_ONE("/claims/{claim}/evidence", api_run_archive, "claim", BOOKS),
    WRITE("/claims/{claim}/verify", FLOOR_CLAIM_VERIFIED, "claim", by_claim),
    WRITE("/claims/{claim}/approve", FLOOR_CLAIM_APPROVED, "claim", by_claim),
    WRITE("/claims/{claim}/comply", FLOOR_CLAIM_COMPLIED, "claim", by_claim),
    WRITE("/claims/{claim}/method", FLOOR_CLAIM_METHOD_CHOSEN, "claim", by_claim),
    WRITE("/claims/{claim}/clear", FLOOR_CLAIM_CLEARED, "claim", by_claim),
    WRITE("/claims/{claim}/rule", FLOOR_CLAIM_RULED, "claim", by_claim),
    WRITE("/claims/{claim}/cancel", FLOOR_CLAIM_CANCELLED, "claim", by_desk),

    READ("/documents", view_documents, LOOK),
    CREATE("/documents", FLOOR_DOCUMENT_ADDED),
    {.method = HTTP_GET, .path = "/documents/{document}", .run = api_run_view,
     .view = view_document, .param = "document", .content_type = "application/yaml",
     .right = RIGHT_LOOK},
    READ("/people", view_people, BOOKS),
    CREATE("/people", FLOOR_PERSON_ADDED),
    WRITE("/people/{person}/change", FLOOR_PERSON_CHANGED, "person", by_person),
    {.method = HTTP_POST, .path = "/people/{person}/invite", .run = api_run_write,
     .kind = FLOOR_CREDENTIAL_SET, .status = 200, .param = "person", .elsewhere = by_invitation,
     .right = RIGHT_SET, .prepare = api_prepare_invitation, .only_closed = true},
    READ("/tokens", view_tokens, BOOKS),
    {.method = HTTP_POST, .path = "/tokens", .run = api_run_write, .kind = FLOOR_TOKEN_ADDED,
     .status = 201, .elsewhere = by_secret, .prepare = api_prepare_token},
    WRITE("/tokens/{item}/revoke", FLOOR_TOKEN_REVOKED, "item", by_item),
    READ("/thresholds", view_thresholds, LOOK),
    CREATE("/thresholds", FLOOR_THRESHOLD_SET),
    READ("/limits", view_limits, LOOK),
    WRITE("/limits/{item}/raise", FLOOR_LIMIT_RAISED, "item", by_item),

    GET("/shifts", api_run_shifts, LOOK),
    READ_ONE("/shifts/current", view_shift, NULL, LOOK),
    CREATE("/shifts", FLOOR_SHIFT_OPENED),
    WRITE("/shifts/close", FLOOR_SHIFT_CLOSED, NULL, NULL),
    CREATE("/readings", FLOOR_READINGS_ASKED),

    {.method = HTTP_GET, .path = "/house", .run = api_run_view, .part = view_house,
     .right = RIGHT_LOOK, .also = API_ALSO_SIGN | API_ALSO_TABLE},
    WRITE("/house", FLOOR_HOUSE_SET, NULL, NULL),
    {.method = HTTP_GET, .path = "/messages", .run = api_run_view, .part = view_messages,
     .right = RIGHT_LOOK, .also = API_ALSO_SIGN | API_ALSO_TABLE},
    CREATE("/messages", FLOOR_MESSAGE_SET),
    READ_SIGN("/faces/{table}", view_face, "table"),
    READ("/patrons", view_patrons, BOOKS),
    READ("/notices", view_notices, LOOK),

    READ("/disputes", view_disputes, LOOK),
    CREATE("/disputes", FLOOR_DISPUTE_OPENED),
    WRITE("/disputes/{dispute}/decide", FLOOR_DISPUTE_DECIDED, "dispute", by_dispute),
    WRITE("/disputes/{dispute}/escalate", FLOOR_DISPUTE_ESCALATED, "dispute", by_dispute),
    WRITE("/disputes/{dispute}/notify", FLOOR_COMMISSIONER_NOTIFIED, "dispute", by_dispute),
    WRITE("/disputes/{dispute}/finding", FLOOR_COMMISSIONER_ANSWERED, "dispute", by_dispute),
    READ("/alarms", view_alarms, LOOK),
    WRITE("/alarms/{alarm}/acknowledge", FLOOR_ALARM_ACKNOWLEDGED, "alarm", by_alarm),

    {.method = HTTP_GET, .path = "/log", .run = api_run_log,
     .queries = "from to limit kind table link user since until ", .right = RIGHT_BOOKS},
    GET_ONE("/log/{seq}", api_run_log_event, "seq", BOOKS),
    GET("/configuration", api_run_configuration, BOOKS),
    {.method = HTTP_GET, .path = "/configuration/versions", .run = api_run_versions,
     .queries = "subject since until to limit ", .right = RIGHT_BOOKS},
    GET("/export", api_run_export, BOOKS),
    {.method = HTTP_GET, .path = "/checkpoints", .run = api_run_checkpoints,
     .queries = "from limit ", .right = RIGHT_BOOKS},
    GET("/checkpoints/latest", api_run_checkpoint_latest, BOOKS),
    {.method = HTTP_GET, .path = "/checkpoints/consistency", .run = api_run_consistency,
     .queries = "from to ", .right = RIGHT_BOOKS},
    GET_ONE("/proofs/{seq}", api_run_proof, "seq", BOOKS),
    GET("/reports", api_run_reports, BOOKS),
    {.method = HTTP_GET, .path = "/reports/{report}", .run = api_run_report, .param = "report",
     .queries = "format link table shift claim kind user since until reprint ", .right = RIGHT_BOOKS},

    {.method = HTTP_GET, .path = "/rules", .run = api_run_question, .question = PRACTICE_RULES,
     .right = RIGHT_LOOK},
    GET_ONE("/rules/{name}", api_run_shipped, "name", LOOK),
    ASK("/analyze", PRACTICE_ANALYZE),
    ASK("/analyze/position", PRACTICE_POSITION),
    ASK("/analyze/sensitivity", PRACTICE_SENSITIVITY),
    ASK("/analyze/protect", PRACTICE_PROTECT),
    ASK("/analyze/design", PRACTICE_DESIGN),
    ASK("/analyze/strategy", PRACTICE_STRATEGY),
    {.method = HTTP_GET, .path = "/analyze/progress", .run = api_run_progress,
     .right = RIGHT_LOOK, .is_passive = true},
    ASK("/analyze/risk", PRACTICE_RISK),
    ASK("/analyze/par", PRACTICE_PAR),
    ASK("/practice/wagers", PRACTICE_WAGERS),
    ASK("/practice/round", PRACTICE_ROUND),
    ASK("/practice/dealing", PRACTICE_DEALING),
    ASK("/practice/check", PRACTICE_CHECK),
    ASK("/practice/certificate", PRACTICE_CERTIFICATE),

    STRANGER(GET, "!/healthz", api_run_health),
    STRANGER(GET, "!/readyz", api_run_ready),
    GET("!/metrics", api_run_metrics, METRICS),
};
/* clang-format on */

const size_t api_row_count = sizeof(api_rows) / sizeof(api_rows[0]);
