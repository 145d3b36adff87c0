/* The table of all routes: what each address reads or writes, and who may use it. docs/openapi.yaml
 * has the same list; a test compares them. */
#include "service/api/api_internal.h"

/* Members that the body must not give: the address gives them, or, with "desk", only a table
 * may. */
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
/* Lists with members that the manager makes itself: secrets, and the text of a document. */
static const char *const by_invitation[] = {"person", "item", "document", NULL};
static const char *const by_parameters[] = {"text", NULL};
static const char *const by_secret[] = {"document", NULL};

/* What rows have in common; a row may say more. A row that reads names the right that it takes. A
 * row that writes takes the right of its event kind, unless it names another. */
#define ROW(how_asked, at, how)     .method = HTTP_##how_asked, .path = at, .run = how
#define GET(at, how, who)           ROW(GET, at, how), .right = RIGHT_##who
#define GET_ONE(at, how, id, who)   GET(at, how, who), .param = id
#define READ(at, what, who)         GET(at, api_run_view, who), .part = what
#define READ_ONE(at, what, id, who) GET_ONE(at, api_run_view, id, who), .view = what
/* A row for requests of people who have not signed in. */
#define STRANGER(how_asked, at, how) ROW(how_asked, at, how), .is_public = true
#define CREATE(at, what)             ROW(POST, at, api_run_write), .kind = what, .status = 201
#define WRITE(at, what, id, names)                                                                 \
    ROW(POST, at, api_run_write), .kind = what, .status = 200, .param = id, .elsewhere = names
#define ASK(at, what) ROW(POST, at, api_run_question), .question = what, .right = RIGHT_LOOK
/* Also open to signs, which show the floor to guests, and to tables. */
#define SIGNS_TOO .also = API_ALSO_SIGN | API_ALSO_TABLE

/* clang-format off */
const struct api_row api_rows[] = {
    {STRANGER(GET, "/session", api_run_session), .queries = "nobody ", .is_passive = true},
    {STRANGER(POST, "/session", api_run_sign_in), .only_closed = true},
    {STRANGER(DELETE, "/session", api_run_sign_out), .only_closed = true, .is_passive = true},
    {ROW(POST, "/session/password", api_run_password), .right = RIGHT_LOOK, .only_people = true,
     .only_closed = true},
    {ROW(POST, "/session/pin", api_run_pin), .right = RIGHT_LOOK, .only_people = true,
     .only_closed = true},
    {STRANGER(GET, "/setup", api_run_view), .part = view_setup},
    {STRANGER(POST, "/setup", api_run_setup), .only_closed = true},
    {STRANGER(POST, "/invitation", api_run_invitation), .only_closed = true},

    {STRANGER(GET, "/words", api_run_view), .part = view_vocabulary},
    {READ("/signs", view_signs, LOOK), SIGNS_TOO},
    {READ("/floor", view_floor, LOOK)},
    {GET("/stream", api_run_stream, LOOK), SIGNS_TOO, .is_passive = true},

    {READ("/links", view_links, LOOK), .also = API_ALSO_SIGN},
    {READ_ONE("/links/{link}", view_link, "link", LOOK), SIGNS_TOO},
    {GET_ONE("/links/{link}/history", api_run_history, "link", LOOK),
     .queries = "since until points ", .also = API_ALSO_SIGN},
    {WRITE("/links/{link}/configure", FLOOR_LINK_CONFIGURED, "link", by_link)},
    {READ_ONE("/links/{link}/parameters", view_parameters, "link", LOOK)},
    {CREATE("/links/{link}/parameters", FLOOR_DOCUMENT_ADDED), .elsewhere = by_parameters,
     .compose = api_compose_parameters},
    {WRITE("/links/{link}/open", FLOOR_LINK_OPENED, "link", by_link)},
    {WRITE("/links/{link}/close", FLOOR_LINK_CLOSED, "link", by_link)},
    {WRITE("/links/{link}/correct", FLOOR_METER_CORRECTED, "link", by_link)},
    {WRITE("/links/{link}/transfer", FLOOR_LINK_TRANSFERRED, "link", by_link)},
    {WRITE("/links/{link}/order", FLOOR_ORDER_RULED, "link", by_link)},
    {WRITE("/links/{link}/finding", FLOOR_ORDER_FOUND, "link", by_link)},

    {READ("/tables", view_tables, LOOK)},
    {READ_ONE("/tables/{table}", view_table, "table", LOOK), SIGNS_TOO, .some_is_books = true},
    {READ_ONE("/tables/{table}/rules", view_table_rules, "table", LOOK), .also = API_ALSO_TABLE},
    {WRITE("/tables/{table}/configure", FLOOR_TABLE_CONFIGURED, "table", by_table)},
    {WRITE("/tables/{table}/join", FLOOR_TABLE_JOINED, "table", by_join), .right = RIGHT_TABLE},
    {ROW(POST, "/tables/{table}/heartbeat", api_run_heartbeat), .param = "table",
     .right = RIGHT_TABLE},
    {ROW(POST, "/tables/{table}/events", api_run_write), .param = "table", .status = 200,
     .elsewhere = by_table, .right = RIGHT_TABLE},
    {ROW(POST, "/tables/{table}/key", api_run_key), .param = "table", .right = RIGHT_TABLE},
    {WRITE("/tables/{table}/patrons", FLOOR_SEATS_HELD, "table", by_table_desk)},
    {WRITE("/tables/{table}/hands", FLOOR_ONE_HAND_SET, "table", by_table)},
    {WRITE("/tables/{table}/enrol", FLOOR_MACHINE_ENROLLED, "table", by_table)},
    {WRITE("/tables/{table}/revoke", FLOOR_MACHINE_REVOKED, "table", by_table)},

    {WRITE("/tables/{table}/correct", FLOOR_TRAY_CORRECTED, "table", by_table)},
    {WRITE("/tables/{table}/irregularity", FLOOR_IRREGULARITY_RECORDED, "table", by_table)},

    {READ("/claims", view_claims, LOOK)},
    {READ_ONE("/claims/{claim}", view_claim, "claim", LOOK)},
    {GET_ONE("/claims/{claim}/receipt", api_run_receipt, "claim", BOOKS)},
    {GET_ONE("/claims/{claim}/evidence", api_run_archive, "claim", BOOKS)},
    {WRITE("/claims/{claim}/verify", FLOOR_CLAIM_VERIFIED, "claim", by_claim)},
    {WRITE("/claims/{claim}/approve", FLOOR_CLAIM_APPROVED, "claim", by_claim)},
    {WRITE("/claims/{claim}/comply", FLOOR_CLAIM_COMPLIED, "claim", by_claim)},
    {WRITE("/claims/{claim}/method", FLOOR_CLAIM_METHOD_CHOSEN, "claim", by_claim)},
    {WRITE("/claims/{claim}/clear", FLOOR_CLAIM_CLEARED, "claim", by_claim)},
    {WRITE("/claims/{claim}/rule", FLOOR_CLAIM_RULED, "claim", by_claim)},
    {WRITE("/claims/{claim}/cancel", FLOOR_CLAIM_CANCELLED, "claim", by_desk)},

    {READ("/documents", view_documents, LOOK)},
    {CREATE("/documents", FLOOR_DOCUMENT_ADDED)},
    {READ_ONE("/documents/{document}", view_document, "document", LOOK),
     .content_type = "application/yaml"},
    {READ("/people", view_people, BOOKS)},
    {CREATE("/people", FLOOR_PERSON_ADDED)},
    {WRITE("/people/{person}/change", FLOOR_PERSON_CHANGED, "person", by_person)},
    {WRITE("/people/{person}/invite", FLOOR_CREDENTIAL_SET, "person", by_invitation),
     .right = RIGHT_SET, .prepare = api_prepare_invitation, .only_closed = true},
    {READ("/tokens", view_tokens, BOOKS)},
    {CREATE("/tokens", FLOOR_TOKEN_ADDED), .elsewhere = by_secret, .prepare = api_prepare_token},
    {WRITE("/tokens/{item}/revoke", FLOOR_TOKEN_REVOKED, "item", by_item)},
    {READ("/thresholds", view_thresholds, LOOK)},
    {CREATE("/thresholds", FLOOR_THRESHOLD_SET)},
    {READ("/limits", view_limits, LOOK)},
    {WRITE("/limits/{item}/raise", FLOOR_LIMIT_RAISED, "item", by_item)},

    {GET("/shifts", api_run_shifts, LOOK)},
    {READ_ONE("/shifts/current", view_shift, NULL, LOOK)},
    {CREATE("/shifts", FLOOR_SHIFT_OPENED)},
    {WRITE("/shifts/close", FLOOR_SHIFT_CLOSED, NULL, NULL)},
    {CREATE("/readings", FLOOR_READINGS_ASKED)},

    {READ("/house", view_house, LOOK), SIGNS_TOO},
    {WRITE("/house", FLOOR_HOUSE_SET, NULL, NULL)},
    {READ("/messages", view_messages, LOOK), SIGNS_TOO},
    {CREATE("/messages", FLOOR_MESSAGE_SET)},
    {READ_ONE("/faces/{table}", view_face, "table", LOOK), SIGNS_TOO},
    {READ("/patrons", view_patrons, BOOKS)},
    {READ("/notices", view_notices, LOOK)},

    {READ("/disputes", view_disputes, LOOK)},
    {CREATE("/disputes", FLOOR_DISPUTE_OPENED)},
    {WRITE("/disputes/{dispute}/decide", FLOOR_DISPUTE_DECIDED, "dispute", by_dispute)},
    {WRITE("/disputes/{dispute}/escalate", FLOOR_DISPUTE_ESCALATED, "dispute", by_dispute)},
    {WRITE("/disputes/{dispute}/notify", FLOOR_COMMISSIONER_NOTIFIED, "dispute", by_dispute)},
    {WRITE("/disputes/{dispute}/finding", FLOOR_COMMISSIONER_ANSWERED, "dispute", by_dispute)},
    {READ("/alarms", view_alarms, LOOK)},
    {WRITE("/alarms/{alarm}/acknowledge", FLOOR_ALARM_ACKNOWLEDGED, "alarm", by_alarm)},

    {GET("/log", api_run_log, BOOKS), .queries = "from to limit kind table link user since until "},
    {GET_ONE("/log/{seq}", api_run_log_event, "seq", BOOKS)},
    {GET("/configuration", api_run_configuration, BOOKS)},
    {GET("/configuration/versions", api_run_versions, BOOKS),
     .queries = "subject since until to limit "},
    {GET("/export", api_run_export, BOOKS)},
    {GET("/checkpoints", api_run_checkpoints, BOOKS), .queries = "from limit "},
    {GET("/checkpoints/latest", api_run_checkpoint_latest, BOOKS)},
    {GET("/checkpoints/consistency", api_run_consistency, BOOKS), .queries = "from to "},
    {GET_ONE("/proofs/{seq}", api_run_proof, "seq", BOOKS)},
    {GET("/reports", api_run_reports, BOOKS)},
    {GET_ONE("/reports/{report}", api_run_report, "report", BOOKS),
     .queries = "format link table shift claim kind user since until reprint "},

    {GET("/rules", api_run_question, LOOK), .question = PRACTICE_RULES},
    {GET_ONE("/rules/{name}", api_run_shipped, "name", LOOK)},
    {ASK("/analyze", PRACTICE_ANALYZE)},
    {ASK("/analyze/position", PRACTICE_POSITION)},
    {ASK("/analyze/sensitivity", PRACTICE_SENSITIVITY)},
    {ASK("/analyze/protect", PRACTICE_PROTECT)},
    {ASK("/analyze/design", PRACTICE_DESIGN)},
    {ASK("/analyze/strategy", PRACTICE_STRATEGY)},
    {GET("/analyze/progress", api_run_progress, LOOK), .is_passive = true},
    {ASK("/analyze/risk", PRACTICE_RISK)},
    {ASK("/analyze/par", PRACTICE_PAR)},
    {ASK("/practice/wagers", PRACTICE_WAGERS)},
    {ASK("/practice/round", PRACTICE_ROUND)},
    {ASK("/practice/dealing", PRACTICE_DEALING)},
    {ASK("/practice/check", PRACTICE_CHECK)},
    {ASK("/practice/certificate", PRACTICE_CERTIFICATE)},

    {STRANGER(GET, "!/healthz", api_run_health)},
    {STRANGER(GET, "!/readyz", api_run_ready)},
    {GET("!/metrics", api_run_metrics, METRICS)},
};
/* clang-format on */

const size_t api_row_count = sizeof(api_rows) / sizeof(api_rows[0]);
