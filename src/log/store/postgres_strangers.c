/* Finds what no program of ours put into a PostgreSQL store: everything that acts when its tables
 * are written to or read, or that shows them differently from what they are. These are triggers,
 * rules and views; constraints, defaults and indexes, whose expressions run somebody's functions;
 * policies that hide rows; tables that inherit and so add rows; columns of other types, which have
 * checks of their own. It also checks that what we made is there and works: the trigger that keeps
 * events, and the keys. */
#include "log/store/postgres_internal.h"

/* Each part of the query gives one name a row. The type 58 is a trigger before UPDATE, DELETE and
 * TRUNCATE, for each statement. */
static const char *const strangers_sql =
    "WITH ours AS (SELECT c.oid, c.relname, c.relkind, c.relpersistence, c.relrowsecurity,"
    " c.relforcerowsecurity FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
    " WHERE n.nspname = 'croupier' AND c.relname IN ('meta', 'event', 'row', 'head', 'secret')),"
    " columns_of_ours AS (SELECT o.relname::text, a.attname::text, format_type(a.atttypid,"
    " a.atttypmod), a.attnotnull, coalesce(l.collname, '')::text, a.attidentity::text FROM ours o"
    " JOIN pg_attribute a ON a.attrelid = o.oid LEFT JOIN pg_collation l ON l.oid = a.attcollation"
    " WHERE a.attnum > 0 AND NOT a.attisdropped),"
    " columns_as_made AS (VALUES"
    " ('meta', 'key', 'text', true, 'default', ''), ('meta', 'value', 'text', true, 'default', ''),"
    " ('event', 'seq', 'bigint', true, '', ''), ('event', 'body', 'text', true, 'default', ''),"
    " ('event', 'hash', 'bytea', true, '', ''), ('row', 'id', 'bigint', true, '', ''),"
    " ('row', 'body', 'bytea', true, '', ''), ('head', 'seq', 'bigint', true, '', ''),"
    " ('head', 'hash', 'bytea', true, '', ''), ('secret', 'id', 'text', true, 'C', ''),"
    " ('secret', 'text', 'text', true, 'default', '')),"
    " keys_as_made(name) AS (VALUES ('meta'), ('event'), ('row'), ('secret'))"
    " SELECT string_agg(what, ', ') FROM ("
    /* objects that act */
    "SELECT 'trigger ' || left(t.tgname, 60) AS what FROM pg_trigger t"
    " JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace"
    " WHERE n.nspname = 'croupier' AND NOT t.tgisinternal"
    " AND (c.relname, t.tgname) <> ('event', 'event_kept')"
    " UNION ALL SELECT 'rule ' || left(rulename, 60) FROM pg_rules WHERE schemaname = 'croupier'"
    " UNION ALL SELECT 'constraint ' || left(k.conname, 60) FROM pg_constraint k"
    " WHERE (k.conrelid IN (SELECT oid FROM ours) AND k.contype NOT IN ('p', 'n', 't'))"
    " OR k.confrelid IN (SELECT oid FROM ours)"
    " UNION ALL SELECT 'default of ' || o.relname FROM pg_attrdef d JOIN ours o ON o.oid = "
    "d.adrelid"
    " UNION ALL SELECT 'index ' || left(c.relname, 60) FROM pg_index i JOIN pg_class c"
    " ON c.oid = i.indexrelid WHERE i.indrelid IN (SELECT oid FROM ours) AND NOT i.indisprimary"
    " AND (i.indisunique OR i.indexprs IS NOT NULL OR i.indpred IS NOT NULL)"
    /* objects that show the tables differently */
    " UNION ALL SELECT 'view ' || left(viewname, 60) FROM pg_views WHERE schemaname = 'croupier'"
    " AND viewname <> 'activity'"
    " UNION ALL SELECT 'policy ' || left(p.polname, 60) FROM pg_policy p"
    " WHERE p.polrelid IN (SELECT oid FROM ours)"
    " UNION ALL SELECT 'row security of ' || relname FROM ours"
    " WHERE relrowsecurity OR relforcerowsecurity"
    " UNION ALL SELECT 'kind of table of ' || relname FROM ours WHERE relkind <> 'r'"
    " OR relpersistence <> 'p'"
    " UNION ALL SELECT 'inheritance of ' || o.relname FROM pg_inherits h JOIN ours o"
    " ON o.oid IN (h.inhparent, h.inhrelid)"
    " UNION ALL SELECT 'column ' || relname || '.' || left(attname, 60) FROM"
    " (TABLE columns_of_ours EXCEPT TABLE columns_as_made) AS more"
    " UNION ALL SELECT 'no column ' || relname || '.' || attname FROM"
    " (SELECT column1 AS relname, column2 AS attname FROM (TABLE columns_as_made EXCEPT"
    " TABLE columns_of_ours) AS less) AS missing"
    /* objects that must be there */
    " UNION ALL SELECT 'no key of ' || k.name FROM keys_as_made k WHERE NOT EXISTS (SELECT 1"
    " FROM pg_index i JOIN ours o ON o.oid = i.indrelid WHERE o.relname = k.name"
    " AND i.indisprimary AND i.indisvalid AND i.indisready AND i.indimmediate AND i.indnatts = 1"
    " AND i.indkey[0] = 1)"
    " UNION ALL SELECT 'no trigger event_kept that acts' WHERE NOT EXISTS (SELECT 1"
    " FROM pg_trigger t JOIN ours o ON o.oid = t.tgrelid JOIN pg_proc f ON f.oid = t.tgfoid"
    " JOIN pg_namespace n ON n.oid = f.pronamespace JOIN pg_language l ON l.oid = f.prolang"
    " WHERE o.relname = 'event' AND t.tgname = 'event_kept' AND t.tgenabled IN ('O', 'A')"
    " AND t.tgtype = 58 AND t.tgqual IS NULL AND t.tgattr = '' AND n.nspname = 'croupier'"
    " AND f.proname = 'keep_events' AND l.lanname = 'plpgsql' AND NOT f.prosecdef"
    " AND f.prosrc = 'BEGIN RAISE EXCEPTION ''events are never changed or removed''; END')"
    /* data that no reader of the log looks at */
    " UNION ALL (SELECT 'an event before the first one' FROM croupier.event WHERE seq < coalesce("
    "(SELECT value::bigint FROM croupier.meta WHERE key = 'first'), 1) LIMIT 1)"
    " UNION ALL (SELECT 'a row below number 0' FROM croupier.\"row\" WHERE id < 0 LIMIT 1)) AS s";

int postgres_op_strangers(struct store *store, char *out, size_t size, struct cr_err *err)
{
    struct postgres_store *p = (struct postgres_store *)store;
    int code = postgres_settle(p, err);
    return code == CR_OK ? postgres_ask(p, strangers_sql, "read its schema", out, size, err) : code;
}
