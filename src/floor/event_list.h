/* Every kind of event, in the order in which the kinds were added. An entry here is all that makes
 * an event known to the log's text, the step, the rights, the words for people, the filters, the
 * stream of the API and the screens. The file is included with EVENT and TABLE_EVENT defined as
 * whatever the including file wants of an entry; for that reason it has no include guard.
 *
 *     EVENT(name in the log, NAME, right of its user, "doing it",
 *           "title",
 *           "details: {member} is its value; [a part] is left out when a member in it is empty",
 *           groups that people filter by, who is told of it under which name, flags,
 *           members in the order of the text: REQUIRED or GIVEN in the request, MADE by the step)
 *
 * TABLE_EVENT is the same for an event that a table numbers (V2): its members begin with the
 * table's numbers. A kind's step is step_NAME in src/floor/step_*.c. Entries are never reordered:
 * their numbers stand in stored rows and journals. */

/* clang-format off */

/* ---- The floor itself ---- */

EVENT(manager_started, MANAGER_STARTED, RIGHT_NONE, "starting a manager",
      "manager started",
      "{manager}[, version {item}][, program {document}][, meaning of events {semantics}][, "
      "configuration {configuration}]",
      GROUP_CHANGES, TELL_INSIDE("manager"), CONFIGURES,
      REQUIRED(manager), GIVEN(item), GIVEN(document), GIVEN(semantics), MADE(configuration))

EVENT(person_added, PERSON_ADDED, RIGHT_SET, "adding a person",
      "person added",
      "{person}: {item}[, {department}]",
      GROUP_CHANGES | GROUP_PEOPLE, TELL_BOOKS("person"), PROVED | CONFIGURES,
      REQUIRED(person), REQUIRED(item), GIVEN(department), REQUIRED(user), GIVEN(approver))

EVENT(document_added, DOCUMENT_ADDED, RIGHT_SET, "adding a document",
      "document added",
      "{item}, {document}",
      GROUP_CHANGES, TELL_INSIDE("document"), PROVED | CONFIGURES,
      REQUIRED(user), REQUIRED(text), MADE(item), MADE(is_progressive), MADE(document))

EVENT(link_configured, LINK_CONFIGURED, RIGHT_SET, "configuring a link",
      "link configured",
      "{link}: {document}[, policy {policy}][, high jackpots: {high_approvals} approve][, low: "
      "{low_approvals}][, of two departments{two_departments}][, at most {coins_per_minute} "
      "coins a minute]",
      GROUP_MONEY | GROUP_CHANGES, TELL_PUBLIC_SHORTLY("link"), CONFIGURES,
      REQUIRED(link), REQUIRED(document), REQUIRED(user), REQUIRED(approver), GIVEN(policy),
      GIVEN(claim_lock), GIVEN(high_approvals), GIVEN(low_approvals), GIVEN(two_departments),
      GIVEN(coins_per_minute), MADE(prev), METERS)

EVENT(table_configured, TABLE_CONFIGURED, RIGHT_SET, "configuring a table",
      "table configured",
      "{item}[, on {link}][, rules {document}]",
      GROUP_CHANGES, TELL_PUBLIC_SHORTLY("table"), CONFIGURES,
      REQUIRED(table), GIVEN(link), GIVEN(document), REQUIRED(item), GIVEN(is_live),
      REQUIRED(user), REQUIRED(approver), MADE(prev))

EVENT(threshold_set, THRESHOLD_SET, RIGHT_SET, "setting a threshold",
      "threshold set",
      "{item}, from {effective}",
      GROUP_CHANGES, TELL_INSIDE("threshold"), CONFIGURES,
      REQUIRED(item), REQUIRED(amount), REQUIRED(effective), REQUIRED(user), REQUIRED(approver))

EVENT(link_opened, LINK_OPENED, RIGHT_HOUSE, "opening a link",
      "link opened",
      "{link}",
      GROUP_CHANGES, TELL_PUBLIC_SHORTLY("link"), PLAIN,
      REQUIRED(link), REQUIRED(user), MADE(after))

EVENT(link_closed, LINK_CLOSED, RIGHT_HOUSE, "closing a link",
      "link closed",
      "{link}[: {text}]",
      GROUP_CHANGES, TELL_PUBLIC_SHORTLY("link"), PLAIN,
      REQUIRED(link), REQUIRED(user), GIVEN(text), MADE(after))

EVENT(meter_corrected, METER_CORRECTED, RIGHT_SET, "correcting a meter",
      "meter corrected",
      "{link}, {from} by {change}: {text}",
      GROUP_MONEY | GROUP_CHANGES, TELL_PUBLIC_SHORTLY("link"), PLAIN,
      REQUIRED(link), REQUIRED(from), REQUIRED(change), REQUIRED(text), REQUIRED(user),
      REQUIRED(approver), METERS)

EVENT(link_transferred, LINK_TRANSFERRED, RIGHT_SET, "transferring meters",
      "link transferred",
      "{link} to {to_link}: {text}",
      GROUP_MONEY | GROUP_CHANGES, TELL_PUBLIC_SHORTLY("link"), PLAIN,
      REQUIRED(link), REQUIRED(to_link), REQUIRED(text), REQUIRED(user), REQUIRED(approver),
      METERS, MADE(to_after))

EVENT(shift_opened, SHIFT_OPENED, RIGHT_HOUSE, "opening a shift",
      "shift opened",
      "[{day} ]{item}",
      GROUP_CHANGES, TELL_INSIDE("shift"), PLAIN,
      REQUIRED(item), REQUIRED(user), MADE(prev), MADE(day), MADE(number))

EVENT(shift_closed, SHIFT_CLOSED, RIGHT_HOUSE, "closing a shift",
      "shift closed",
      "{item}[: {text}][, then {day} {next}][, handed over to {person}][: open are {open}][ and {more} more]",
      GROUP_CHANGES, TELL_INSIDE("shift"), PLAIN,
      REQUIRED(user), GIVEN(text), MADE(item), MADE(prev), GIVEN(next), GIVEN(person), MADE(day),
      MADE(number), MADE(open), MADE(in_play), MADE(more))

EVENT(alarm_raised, ALARM_RAISED, RIGHT_NONE, "raising an alarm",
      "ALARM",
      "{item}[ on {link}][, witnessed up to event {witnessed}]: {text}",
      GROUP_TROUBLE, TELL_PUBLIC_SHORTLY("alarm"), ALERT,
      REQUIRED(item), GIVEN(table), GIVEN(link), GIVEN(manager), GIVEN(witnessed), REQUIRED(text))

EVENT(alarm_acknowledged, ALARM_ACKNOWLEDGED, RIGHT_HOUSE, "acknowledging an alarm",
      "alarm answered",
      "alarm {alarm}[: {text}]",
      GROUP_TROUBLE, TELL_PUBLIC_SHORTLY("alarm"), PLAIN,
      REQUIRED(alarm), REQUIRED(user), GIVEN(approver), GIVEN(text))

EVENT(table_lost, TABLE_LOST, RIGHT_NONE, "giving a table up",
      "table lost",
      "not heard of by {manager}",
      GROUP_TROUBLE, TELL_PUBLIC_SHORTLY("table"), ALERT,
      REQUIRED(table), REQUIRED(manager), REQUIRED(epoch))

EVENT(table_joined, TABLE_JOINED, RIGHT_TABLE, "joining",
      "table joined",
      "{manager}[, controller {instance}][, {item}]",
      NO_GROUP, TELL_PUBLIC_SHORTLY("table"), PLAIN,
      REQUIRED(table), REQUIRED(manager), REQUIRED(instance), GIVEN(acked_epoch),
      GIVEN(acked_seq), GIVEN(fence), GIVEN(item), MADE(epoch), MADE(prev))

/* ---- From a table, numbered by it ---- */

TABLE_EVENT(coin_in, COIN_IN, RIGHT_TABLE, "coin in",
            "coin in",
            "[{link}, ]round {round}",
            GROUP_MONEY, TELL_NOBODY, PLAIN,
            GIVEN(seats), MADE(round), MADE(link), MADE(amount), MADE(house), METERS)

TABLE_EVENT(game_over, GAME_OVER, RIGHT_TABLE, "ending a round",
            "game over",
            "round {round}[: {text}]",
            NO_GROUP, TELL_NOBODY, QUIET,
            GIVEN(text), MADE(round))

TABLE_EVENT(award_paid, AWARD_PAID, RIGHT_TABLE, "paying an award",
            "award paid",
            "{award} from {from}[, house funds {house_funded}][, reseeded {reseeded}][, envy "
            "{envy}][ to {envy_seats}]",
            GROUP_MONEY | GROUP_JACKPOTS, TELL_EVERYONE("award"), LOUD,
            REQUIRED(seat), REQUIRED(award), GIVEN(live), MADE(round), MADE(link), MADE(amount),
            MADE(from), MADE(house_funded), MADE(reseeded), MADE(envy), MADE(envy_seats), METERS)

TABLE_EVENT(claim_made, CLAIM_MADE, RIGHT_TABLE, "claiming a jackpot",
            "JACKPOT CLAIMED",
            "{award} on {link}[: {text}][ from {from}][, {key} key][, house funds {house_funded}]",
            GROUP_MONEY | GROUP_JACKPOTS, TELL_EVERYONE("claim"), LOUD,
            REQUIRED(seat), REQUIRED(award), GIVEN(live), GIVEN(text), MADE(round), MADE(link), MADE(key),
            MADE(from), MADE(amount), MADE(house_funded), MADE(reseeded), METERS)

TABLE_EVENT(key_turned, KEY_TURNED, RIGHT_KEY, "turning a key",
            "key turned",
            "{key} key to {position}[, key of {person}]",
            GROUP_JACKPOTS, TELL_PUBLIC_SHORTLY("table"), PLAIN,
            REQUIRED(key), REQUIRED(position), REQUIRED(user), GIVEN(person))

TABLE_EVENT(claim_paid, CLAIM_PAID, RIGHT_TABLE, "paying a claim",
            "JACKPOT PAID",
            "claim {claim}: {award} from {from}[, by {method}][, house funds {house_funded}][, "
            "reseeded {reseeded}][, envy {envy}][ to {envy_seats}]",
            GROUP_MONEY | GROUP_JACKPOTS, TELL_EVERYONE("claim"), LOUD,
            REQUIRED(claim), MADE(seat), MADE(award), MADE(round), MADE(link), MADE(key),
            MADE(amount), MADE(from), MADE(house_funded), MADE(reseeded), MADE(envy),
            MADE(envy_seats), MADE(method), MADE(day), METERS)

TABLE_EVENT(round_dead, ROUND_DEAD, RIGHT_HOUSE, "calling a round dead",
            "round dead",
            "round {round}, coins returned: {text}",
            GROUP_MONEY | GROUP_TROUBLE, TELL_PUBLIC_SHORTLY("table"), ALERT,
            REQUIRED(text), GIVEN(user), MADE(round), MADE(link), MADE(seats), MADE(amount), MADE(house),
            METERS)

TABLE_EVENT(seat_fault, SEAT_FAULT, RIGHT_TABLE, "reporting a fault",
            "seat fault",
            "{item}",
            GROUP_TROUBLE, TELL_PUBLIC_SHORTLY("table"), ALERT,
            REQUIRED(seat), REQUIRED(item))

TABLE_EVENT(seat_closed, SEAT_CLOSED, RIGHT_LOOK, "closing a seat",
            "seat closed",
            "{text}",
            GROUP_TROUBLE, TELL_PUBLIC_SHORTLY("table"), PLAIN,
            REQUIRED(seat), GIVEN(user), REQUIRED(text))

TABLE_EVENT(seat_opened, SEAT_OPENED, RIGHT_LOOK, "opening a seat",
            "seat opened",
            "[{text}]",
            NO_GROUP, TELL_PUBLIC_SHORTLY("table"), PLAIN,
            REQUIRED(seat), REQUIRED(user), GIVEN(text))

TABLE_EVENT(patron_moved, PATRON_MOVED, RIGHT_LOOK, "moving a patron",
            "patron moved",
            "to seat {to_seat}[: {text}]",
            NO_GROUP, TELL_PUBLIC_SHORTLY("table"), PLAIN,
            REQUIRED(seat), REQUIRED(to_seat), GIVEN(user), GIVEN(text))

TABLE_EVENT(buy_in, BUY_IN, RIGHT_TABLE, "a buy-in",
            "buy-in",
            "{item}[, {patron}][, {total} on {day}][, to be reported{is_reportable}]",
            GROUP_MONEY, TELL_PUBLIC_SHORTLY("table"), PLAIN,
            REQUIRED(seat), REQUIRED(amount), REQUIRED(item), GIVEN(patron), MADE(day), MADE(total),
            MADE(is_reportable))

TABLE_EVENT(table_left, TABLE_LEFT, RIGHT_TABLE, "leaving",
            "table left",
            "[{text}]",
            NO_GROUP, TELL_PUBLIC_SHORTLY("table"), PLAIN,
            GIVEN(text))

/* ---- A claim on its way, from the table or from a desk ---- */

EVENT(claim_cancelled, CLAIM_CANCELLED, RIGHT_CLAIM, "cancelling a claim",
      "claim cancelled",
      "claim {claim}: {award}[: {text}]",
      GROUP_MONEY | GROUP_JACKPOTS, TELL_INSIDE("claim"), PLAIN,
      REQUIRED(claim), GIVEN(table), GIVEN(epoch), GIVEN(table_seq), MADE(prev), GIVEN(user),
      GIVEN(text), MADE(link), MADE(seat), MADE(award), MADE(amount), METERS)

EVENT(claim_verified, CLAIM_VERIFIED, RIGHT_CLAIM, "verifying a claim",
      "claim verified",
      "claim {claim}: {items}[, the hand is {text}][, surveillance has it as {reference}]",
      GROUP_JACKPOTS, TELL_INSIDE("claim"), PLAIN,
      REQUIRED(claim), REQUIRED(items), REQUIRED(user), GIVEN(text), GIVEN(reference))

EVENT(claim_approved, CLAIM_APPROVED, RIGHT_APPROVE, "approving a claim",
      "claim approved",
      "claim {claim}",
      GROUP_JACKPOTS, TELL_INSIDE("claim"), PROVED,
      REQUIRED(claim), GIVEN(table), GIVEN(amount), REQUIRED(user))

EVENT(claim_complied, CLAIM_COMPLIED, RIGHT_CLAIM, "confirming a compliance check",
      "compliance done",
      "claim {claim}: {item}[, {patron}]",
      GROUP_JACKPOTS, TELL_INSIDE("claim"), PLAIN,
      REQUIRED(claim), REQUIRED(item), GIVEN(patron), REQUIRED(user))

EVENT(claim_method_chosen, CLAIM_METHOD_CHOSEN, RIGHT_CLAIM, "choosing how a claim is paid",
      "method chosen",
      "claim {claim}: by {method}",
      GROUP_JACKPOTS, TELL_INSIDE("claim"), PLAIN,
      REQUIRED(claim), REQUIRED(method), REQUIRED(user))

EVENT(order_ruled, ORDER_RULED, RIGHT_HOUSE, "ruling on the order of claims",
      "order ruled",
      "{link}: {order}: {text}",
      GROUP_MONEY | GROUP_JACKPOTS, TELL_INSIDE("claim"), PLAIN,
      REQUIRED(link), REQUIRED(order), REQUIRED(user), REQUIRED(approver), REQUIRED(text), METERS)

EVENT(claim_cleared, CLAIM_CLEARED, RIGHT_CLAIM, "clearing a claim",
      "jackpot cleared",
      "claim {claim}: {award}",
      GROUP_JACKPOTS, TELL_INSIDE("claim"), PLAIN,
      REQUIRED(claim), REQUIRED(user), MADE(table), MADE(link), MADE(seat), MADE(award),
      MADE(amount))

EVENT(dispute_opened, DISPUTE_OPENED, RIGHT_HOUSE, "opening a dispute",
      "dispute opened",
      "[{person}, ][claim {claim}: ]{text}",
      GROUP_TROUBLE, TELL_INSIDE("dispute"), PLAIN,
      REQUIRED(user), REQUIRED(text), GIVEN(person), GIVEN(table), GIVEN(seat), GIVEN(claim))

EVENT(dispute_decided, DISPUTE_DECIDED, RIGHT_HOUSE, "deciding a dispute",
      "dispute decided",
      "dispute {dispute}: {text}",
      GROUP_TROUBLE, TELL_INSIDE("dispute"), PLAIN,
      REQUIRED(dispute), REQUIRED(user), REQUIRED(text))

EVENT(dispute_escalated, DISPUTE_ESCALATED, RIGHT_HOUSE, "escalating a dispute",
      "dispute escalated",
      "dispute {dispute}: {text}",
      GROUP_TROUBLE, TELL_INSIDE("dispute"), LOUD,
      REQUIRED(dispute), REQUIRED(user), REQUIRED(text))

/* ---- People and machines: who may do what ---- */

EVENT(person_changed, PERSON_CHANGED, RIGHT_SET, "changing a person",
      "person changed",
      "{person}[: {item}][, {department}][, barred{is_barred}][: {text}]",
      GROUP_CHANGES | GROUP_PEOPLE, TELL_BOOKS("person"), CONFIGURES,
      REQUIRED(person), GIVEN(item), GIVEN(department), GIVEN(is_barred), REQUIRED(user),
      REQUIRED(approver), GIVEN(text))

EVENT(credential_set, CREDENTIAL_SET, RIGHT_SET, "inviting a person",
      "credential set",
      "{item} of {person}[, until {effective}]",
      GROUP_PEOPLE, TELL_BOOKS("person"), PROVED | CONFIGURES,
      REQUIRED(person), REQUIRED(item), REQUIRED(document), REQUIRED(user), GIVEN(approver),
      GIVEN(effective))

EVENT(person_locked, PERSON_LOCKED, RIGHT_NONE, "locking a person",
      "person locked",
      "{person}, until {effective}[: {text}]",
      GROUP_TROUBLE | GROUP_PEOPLE, TELL_BOOKS("person"), LOUD | CONFIGURES,
      REQUIRED(person), REQUIRED(effective), GIVEN(text))

EVENT(signed_in, SIGNED_IN, RIGHT_NONE, "signing in",
      "signed in",
      "{person}, by {item}[: {text}]",
      GROUP_PEOPLE, TELL_NOBODY, PLAIN,
      REQUIRED(person), REQUIRED(item), GIVEN(document), GIVEN(text))

EVENT(signed_out, SIGNED_OUT, RIGHT_NONE, "signing out",
      "signed out",
      "{person}, {item}",
      GROUP_PEOPLE, TELL_NOBODY, PLAIN,
      REQUIRED(person), REQUIRED(item), GIVEN(document))

EVENT(sign_in_refused, SIGN_IN_REFUSED, RIGHT_NONE, "refusing a sign-in",
      "sign-in refused",
      "[{person}: ]{item}[: {text}]",
      GROUP_TROUBLE | GROUP_PEOPLE, TELL_NOBODY, PLAIN,
      REQUIRED(item), GIVEN(person), GIVEN(text))

EVENT(token_added, TOKEN_ADDED, RIGHT_SET, "adding a token",
      "token added",
      "{item}: {text}[, until {effective}]",
      GROUP_CHANGES, TELL_BOOKS("token"), CONFIGURES,
      REQUIRED(item), REQUIRED(text), REQUIRED(document), REQUIRED(user), REQUIRED(approver),
      GIVEN(effective))

EVENT(token_revoked, TOKEN_REVOKED, RIGHT_SET, "revoking a token",
      "token revoked",
      "{item}",
      GROUP_CHANGES, TELL_BOOKS("token"), CONFIGURES,
      REQUIRED(item), REQUIRED(user))

EVENT(machine_enrolled, MACHINE_ENROLLED, RIGHT_SET, "enrolling a machine",
      "machine enrolled",
      "key {document}[, until {effective}]",
      GROUP_CHANGES, TELL_PUBLIC_SHORTLY("table"), CONFIGURES,
      REQUIRED(table), REQUIRED(document), REQUIRED(user), REQUIRED(approver), GIVEN(effective))

EVENT(machine_revoked, MACHINE_REVOKED, RIGHT_SET, "revoking a machine",
      "machine revoked",
      "key {document}[: {text}]",
      GROUP_CHANGES, TELL_PUBLIC_SHORTLY("table"), CONFIGURES,
      REQUIRED(table), REQUIRED(document), REQUIRED(user), GIVEN(text))

/* ---- The table as people work at it ---- */

/* PIT-9: two seats belong to one patron, or, with a single seat, that seat is a patron's only one
 * again. The dealer says it at the table, or a supervisor at a desk. */
EVENT(seats_held, SEATS_HELD, RIGHT_HOUSE, "saying that seats are one patron's",
      "seats of one patron",
      "{seats}[: {text}]",
      NO_GROUP, TELL_PUBLIC_SHORTLY("table"), PLAIN,
      REQUIRED(table), GIVEN(epoch), GIVEN(table_seq), MADE(prev), REQUIRED(seats), GIVEN(user),
      GIVEN(text))

/* UTH-16: from the next round on a patron plays one hand only, or again as many as the rules
 * allow. */
EVENT(one_hand_set, ONE_HAND_SET, RIGHT_SET, "limiting a table to one hand a patron",
      "hands of a patron",
      "[one hand each{one_hand}][: {text}]",
      GROUP_CHANGES, TELL_PUBLIC_SHORTLY("table"), CONFIGURES,
      REQUIRED(table), GIVEN(one_hand), REQUIRED(user), GIVEN(text))

TABLE_EVENT(dealer_on, DEALER_ON, RIGHT_LOOK, "signing on as the dealer",
            "dealer on",
            "[after {person}]",
            GROUP_PEOPLE, TELL_PUBLIC_SHORTLY("table"), PLAIN,
            REQUIRED(user), MADE(person))

TABLE_EVENT(dealer_off, DEALER_OFF, RIGHT_LOOK, "signing off as the dealer",
            "dealer off",
            "",
            GROUP_PEOPLE, TELL_PUBLIC_SHORTLY("table"), PLAIN,
            REQUIRED(user))

/* ---- The house, its readings, its cash and its messages ---- */

EVENT(house_set, HOUSE_SET, RIGHT_SET, "setting what is of the house",
      "house set",
      "{item}[: {text}]",
      GROUP_CHANGES, TELL_PUBLIC_SHORTLY("house"), CONFIGURES,
      REQUIRED(item), GIVEN(text), REQUIRED(user), REQUIRED(approver))

EVENT(message_set, MESSAGE_SET, RIGHT_HOUSE, "a message on the signs",
      "sign message",
      "[to {link}][to table {table}][: {text}][, instead of {message}][, from {effective}][, until "
      "{until}]",
      GROUP_CHANGES, TELL_PUBLIC_SHORTLY("message"), CONFIGURES,
      GIVEN(text), GIVEN(link), GIVEN(table), GIVEN(effective), GIVEN(until), GIVEN(message),
      REQUIRED(user))

TABLE_EVENT(meter_read, METER_READ, RIGHT_LOOK, "reading a meter",
            "meter read",
            "[{from}][, hard meter {coins}][, booked {booked}][, off by {change}][, a new "
            "counter{restart}][: {text}]",
            GROUP_MONEY, TELL_PUBLIC_SHORTLY("table"), PLAIN,
            GIVEN(coins), GIVEN(from), GIVEN(amount), GIVEN(restart), GIVEN(user), GIVEN(text),
            MADE(link), MADE(booked), MADE(change))

TABLE_EVENT(payout, PAYOUT, RIGHT_CLAIM, "a payout in cash",
            "payout",
            "{item}[, {patron}][, {total} on {day}][, to be reported{is_reportable}]",
            GROUP_MONEY, TELL_PUBLIC_SHORTLY("table"), PLAIN,
            REQUIRED(seat), REQUIRED(amount), REQUIRED(item), GIVEN(patron), GIVEN(user),
            MADE(day), MADE(total), MADE(is_reportable))

/* ---- The pit as it is worked: wins that wait, what went wrong, and who decided ---- */

TABLE_EVENT(award_pending, AWARD_PENDING, RIGHT_TABLE, "claiming an award",
            "award pending",
            "{award}[: {text}], no key, round {round}",
            GROUP_JACKPOTS, TELL_INSIDE("claim"), PLAIN,
            REQUIRED(seat), REQUIRED(award), GIVEN(live), GIVEN(text), MADE(round), MADE(link))

TABLE_EVENT(seat_folded, SEAT_FOLDED, RIGHT_TABLE, "marking a hand as folded",
            "hand folded",
            "round {round}[, taken back{undone}]",
            NO_GROUP, TELL_NOBODY, PLAIN,
            REQUIRED(seat), GIVEN(undone), MADE(round))

TABLE_EVENT(coin_returned, COIN_RETURNED, RIGHT_LOOK, "returning a coin",
            "coin returned",
            "round {round}: {text}",
            GROUP_MONEY | GROUP_TROUBLE, TELL_PUBLIC_SHORTLY("table"), PLAIN,
            REQUIRED(seat), GIVEN(user), REQUIRED(text), MADE(round), MADE(link), MADE(amount),
            MADE(house), METERS)

EVENT(claim_held, CLAIM_HELD, RIGHT_NONE, "reporting a failure",
      "JACKPOT AWAITS A RULING",
      "claim {claim}: {award}, {item}: {text}",
      GROUP_JACKPOTS | GROUP_TROUBLE, TELL_EVERYONE("claim"), LOUD,
      REQUIRED(claim), GIVEN(table), GIVEN(epoch), GIVEN(table_seq), MADE(prev), REQUIRED(text),
      MADE(item), MADE(link), MADE(seat), MADE(award), MADE(amount))

EVENT(claim_ruled, CLAIM_RULED, RIGHT_HOUSE, "ruling on a claim",
      "claim ruled upon",
      "claim {claim}: {award}: {item}: {text}",
      GROUP_MONEY | GROUP_JACKPOTS, TELL_EVERYONE("claim"), PROVED | LOUD,
      REQUIRED(claim), REQUIRED(item), REQUIRED(user), GIVEN(approver), REQUIRED(text),
      MADE(table), MADE(link), MADE(seat), MADE(award), MADE(amount), METERS)

EVENT(tray_corrected, TRAY_CORRECTED, RIGHT_HOUSE, "correcting a payment from the tray",
      "tray payment corrected",
      "[payment {payment} ]by {change}[, {award}]: {text}",
      GROUP_MONEY | GROUP_CHANGES, TELL_INSIDE("claim"), LOUD,
      REQUIRED(table), GIVEN(payment), GIVEN(seat), GIVEN(award), REQUIRED(change), REQUIRED(text),
      REQUIRED(user), REQUIRED(approver), MADE(link))

EVENT(irregularity_recorded, IRREGULARITY_RECORDED, RIGHT_HOUSE, "recording an irregularity",
      "irregularity",
      "{item}[, {person}], round {round}: {text}",
      GROUP_TROUBLE, TELL_INSIDE("table"), PLAIN,
      REQUIRED(item), REQUIRED(table), GIVEN(seats), GIVEN(person), REQUIRED(text),
      REQUIRED(user), MADE(round))

EVENT(commissioner_notified, COMMISSIONER_NOTIFIED, RIGHT_HOUSE, "notifying the Commissioner",
      "Commissioner notified",
      "dispute {dispute}: {person}, {item}[, at {effective}][: {text}]",
      GROUP_TROUBLE, TELL_INSIDE("dispute"), PLAIN,
      REQUIRED(dispute), REQUIRED(person), REQUIRED(item), GIVEN(effective), GIVEN(text),
      REQUIRED(user))

EVENT(commissioner_answered, COMMISSIONER_ANSWERED, RIGHT_HOUSE, "recording the Commissioner's finding",
      "Commissioner's finding",
      "dispute {dispute}[, {item}]: {text}",
      GROUP_TROUBLE, TELL_INSIDE("dispute"), PLAIN,
      REQUIRED(dispute), GIVEN(item), REQUIRED(text), REQUIRED(user))

EVENT(order_found, ORDER_FOUND, RIGHT_FIND, "finding the order of wins",
      "order found",
      "{link}: {order}: {text}",
      GROUP_JACKPOTS, TELL_INSIDE("claim"), PLAIN,
      REQUIRED(link), REQUIRED(order), REQUIRED(user), REQUIRED(text))

/* Two people raise a limit of a floor that exists, for good. */
EVENT(limit_raised, LIMIT_RAISED, RIGHT_SET, "raising a limit of the floor",
      "limit raised",
      "{item}: at most {most}[: {text}]",
      GROUP_CHANGES, TELL_INSIDE("limit"), CONFIGURES,
      REQUIRED(item), REQUIRED(most), REQUIRED(user), REQUIRED(approver), GIVEN(text))

/* PIT-5: every connected table is to report its counter and what its console shows, by itself. */
EVENT(readings_asked, READINGS_ASKED, RIGHT_HOUSE, "asking for readings",
      "readings asked for",
      "of every table",
      GROUP_MONEY, TELL_INSIDE("shift"), PLAIN,
      REQUIRED(user))

/* clang-format on */
#undef EVENT
#undef TABLE_EVENT
