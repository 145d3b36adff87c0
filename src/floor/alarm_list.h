/* Every kind of alarm. An entry here is all that makes a kind known to the code that raises alarms
 * and to the screens. The file is included with ALARM defined as whatever the including file wants
 * of an entry; for that reason it has no include guard.
 *
 *     ALARM(NAME, "its item in the log", "title", "what to do")
 *
 * An item that is in a log stays for ever. The alarm for a jackpot that awaits a ruling is not in
 * this list: its item is made from the jackpot's own words (step_ruling.c). */

/* clang-format off */

/* These halt the floor until two people have answered them. */
/* V8: a table or a witness remembers more events than the store has. */
ALARM(ROLLBACK, "rollback",
      "The store lost events",
      "A table or a witness remembers events that the store does not have. The floor is halted. "
      "Find out what happened to the store before two people let it go on.")
/* V3, V4: the books in the store are not what the log adds up to. */
ALARM(BOOKS, "books",
      "The books do not come to what the log says",
      "Somebody changed the store. Keep a copy, stop the manager, verify and rebuild; then two "
      "people let the floor go on.")

/* V8: a table says that it remembers more than the store, but has no receipt that proves it. The
 * table stays closed until two people have answered; the floor goes on. */
ALARM(UNPROVED, "unproved",
      "A table claims lost events",
      "It says that it remembers more than the store, and has no receipt for it. It stays closed, "
      "the others play on. Inspect it before two people let it begin anew.")

/* V2: a repeated request differs from the first one. */
ALARM(MISMATCH, "mismatch",
      "Two truths under one number",
      "A table sent other words under a number it had used. Inspect the table before play goes on.")
/* REG-1: two controllers claim to be the same table. */
ALARM(IDENTITY, "identity",
      "Two claim one table",
      "Two controllers say they are this table. Find the second one and disconnect it.")
ALARM(CONTRIBUTION, "contribution",
      "Implausible contribution",
      "More coins than the link allows in a minute came from one table. They were refused. Inspect "
      "its acceptors.")
/* REG-5, V10 */
ALARM(PROGRAM, "program",
      "The program changed",
      "The program is not the one that ran before. Compare its hash with the approved one.")
ALARM(CLOCK, "clock",
      "The clock is off",
      "The manager's clock ran backwards or leapt. Check its time source.")
ALARM(VERIFICATION, "verification",
      "The log does not verify",
      "The manager's own audit found a fault in its store. Keep the store as it is, run croupier "
      "verify on it, and decide whether play goes on before this is acknowledged.")
/* REC-3, PIT-5 */
ALARM(VARIANCE, "variance",
      "Variance above 100 coins",
      "The shift does not balance. Compare the End of Shift form with the Coin-In, Activity Log and "
      "Progressive Jackpot reports, and call the service contact that stands on the form.")
/* V9 */
ALARM(LOST_TABLE, "lost table",
      "A table was lost",
      "The manager did not hear it any more. It closed by its own clock and is not to be played "
      "until it is back. Check its power, its line and its program.")
ALARM(MANAGER_AWAY, "manager away",
      "The manager stood still",
      "Nobody was heard for a while because the manager itself was stopped or its disk hung. Tables "
      "closed by their own clocks and come back alone. Find out what stopped the manager.")
ALARM(WITNESS, "witness",
      "A checkpoint has no witness",
      "The newest events are not signed or their witness could not be written. Look at that disk or "
      "mount; play goes on.")
ALARM(SNAPSHOT, "snapshot",
      "The store's write-ahead log grows",
      "Some program holds an old state of the store open: a backup, a report, a database tool. Find "
      "it and end it before the disk is full.")
/* V5 */
ALARM(DOCUMENT, "document",
      "A round came without its cards",
      "The table deals by itself and ended a round without saying what was dealt, so nobody can "
      "settle it again. Inspect its program.")
ALARM(PRINTER, "printer",
      "A printer does not print",
      "Its papers wait and are printed when it works again. Look at paper, power and line, or name "
      "another printer in the floor file.")
/* PIT-14 */
ALARM(CASH_REPORT, "cash report",
      "Cash to be reported",
      "A patron's cash of this gaming day is above the threshold. Fill in the report before the "
      "patron leaves.")
/* CN 51 */
ALARM(DISPUTE_ESCALATED, "dispute escalated",
      "Dispute with the Commissioner",
      "A dispute was passed on to the Commissioner's office. Management is notified by this alarm.")

/* clang-format on */
#undef ALARM
