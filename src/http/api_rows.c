/* The routes: which address reads what, and which writes what. docs/openapi.yaml has the same list;
 * a test compares them. */
#include "http/api_inside.h"

/* Members that the address gives, and those that are not for a desk. */
static const char *const by_link[] = {"link", NULL};
static const char *const by_table[] = {"table", NULL};
static const char *const by_join[] = {"table", "manager", NULL};
static const char *const by_claim[] = {"claim", NULL};
static const char *const by_desk[] = {"claim", "table", "epoch", "table_seq", NULL};
static const char *const by_dispute[] = {"dispute", NULL};
static const char *const by_alarm[] = {"alarm", NULL};

#define READ(at, what)                                                                             \
    {                                                                                              \
        .method = HTTP_GET, .path = at, .run = api_run_view, .view = what                          \
    }
#define READ_ONE(at, what, id)                                                                     \
    {                                                                                              \
        .method = HTTP_GET, .path = at, .run = api_run_view, .view = what, .param = id             \
    }
#define GET(at, how)                                                                               \
    {                                                                                              \
        .method = HTTP_GET, .path = at, .run = how                                                 \
    }
#define GET_ONE(at, how, id)                                                                       \
    {                                                                                              \
        .method = HTTP_GET, .path = at, .run = how, .param = id                                    \
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
        .method = HTTP_POST, .path = at, .run = api_run_question, .question = what                 \
    }

/* clang-format off */
const struct api_row api_rows[] = {
    READ("/floor", view_floor),
    GET("/stream", api_run_stream),

    READ("/links", view_links),
    READ_ONE("/links/{link}", view_link, "link"),
    {.method = HTTP_GET, .path = "/links/{link}/history", .run = api_run_history, .param = "link",
     .queries = "since until points "},
    WRITE("/links/{link}/configure", FLOOR_LINK_CONFIGURED, "link", by_link),
    WRITE("/links/{link}/open", FLOOR_LINK_OPENED, "link", by_link),
    WRITE("/links/{link}/close", FLOOR_LINK_CLOSED, "link", by_link),
    WRITE("/links/{link}/correct", FLOOR_METER_CORRECTED, "link", by_link),
    WRITE("/links/{link}/transfer", FLOOR_LINK_TRANSFERRED, "link", by_link),
    WRITE("/links/{link}/order", FLOOR_ORDER_RULED, "link", by_link),

    READ("/tables", view_tables),
    READ_ONE("/tables/{table}", view_table, "table"),
    READ_ONE("/tables/{table}/rules", view_table_rules, "table"),
    WRITE("/tables/{table}/configure", FLOOR_TABLE_CONFIGURED, "table", by_table),
    {.method = HTTP_POST, .path = "/tables/{table}/join", .run = api_run_join, .param = "table",
     .kind = FLOOR_TABLE_JOINED, .status = 200, .elsewhere = by_join},
    {.method = HTTP_POST, .path = "/tables/{table}/heartbeat", .run = api_run_heartbeat,
     .param = "table"},
    {.method = HTTP_POST, .path = "/tables/{table}/events", .run = api_run_table_event,
     .param = "table", .status = 200, .elsewhere = by_table},

    READ("/claims", view_claims),
    READ_ONE("/claims/{claim}", view_claim, "claim"),
    GET_ONE("/claims/{claim}/receipt", api_run_receipt, "claim"),
    WRITE("/claims/{claim}/verify", FLOOR_CLAIM_VERIFIED, "claim", by_claim),
    WRITE("/claims/{claim}/approve", FLOOR_CLAIM_APPROVED, "claim", by_claim),
    WRITE("/claims/{claim}/comply", FLOOR_CLAIM_COMPLIED, "claim", by_claim),
    WRITE("/claims/{claim}/method", FLOOR_CLAIM_METHOD_CHOSEN, "claim", by_claim),
    WRITE("/claims/{claim}/clear", FLOOR_CLAIM_CLEARED, "claim", by_claim),
    WRITE("/claims/{claim}/cancel", FLOOR_CLAIM_CANCELLED, "claim", by_desk),

    READ("/documents", view_documents),
    CREATE("/documents", FLOOR_DOCUMENT_ADDED),
    {.method = HTTP_GET, .path = "/documents/{document}", .run = api_run_view,
     .view = view_document, .param = "document", .content_type = "application/yaml"},
    READ("/people", view_people),
    CREATE("/people", FLOOR_PERSON_ADDED),
    READ("/thresholds", view_thresholds),
    CREATE("/thresholds", FLOOR_THRESHOLD_SET),

    GET("/shifts", api_run_shifts),
    READ("/shifts/current", view_shift),
    CREATE("/shifts", FLOOR_SHIFT_OPENED),
    WRITE("/shifts/close", FLOOR_SHIFT_CLOSED, NULL, NULL),

    READ("/disputes", view_disputes),
    CREATE("/disputes", FLOOR_DISPUTE_OPENED),
    WRITE("/disputes/{dispute}/decide", FLOOR_DISPUTE_DECIDED, "dispute", by_dispute),
    WRITE("/disputes/{dispute}/escalate", FLOOR_DISPUTE_ESCALATED, "dispute", by_dispute),
    READ("/alarms", view_alarms),
    WRITE("/alarms/{alarm}/acknowledge", FLOOR_ALARM_ACKNOWLEDGED, "alarm", by_alarm),

    {.method = HTTP_GET, .path = "/log", .run = api_run_log,
     .queries = "from to limit kind table link user since until "},
    GET_ONE("/log/{seq}", api_run_log_event, "seq"),
    GET("/reports", api_run_reports),
    {.method = HTTP_GET, .path = "/reports/{report}", .run = api_run_report, .param = "report",
     .queries = "format link table shift claim kind user since until "},

    {.method = HTTP_GET, .path = "/rules", .run = api_run_question, .question = PRACTICE_RULES},
    GET_ONE("/rules/{name}", api_run_shipped, "name"),
    ASK("/analyze", PRACTICE_ANALYZE),
    ASK("/analyze/position", PRACTICE_POSITION),
    ASK("/analyze/sensitivity", PRACTICE_SENSITIVITY),
    ASK("/practice/wagers", PRACTICE_WAGERS),
    ASK("/practice/round", PRACTICE_ROUND),
    ASK("/practice/dealing", PRACTICE_DEALING),
    ASK("/practice/check", PRACTICE_CHECK),

    GET("!/healthz", api_run_health),
    GET("!/readyz", api_run_ready),
    GET("!/metrics", api_run_metrics),
};
/* clang-format on */

const size_t api_row_count = sizeof(api_rows) / sizeof(api_rows[0]);
