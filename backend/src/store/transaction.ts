import type { Connection } from "./database.js";

/** Runs `work` as one transaction: all of it is stored, or nothing. */
export function transaction<T>(connection: Connection, work: () => T): T {
  connection.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    connection.exec("COMMIT");
    return result;
  } catch (error) {
    // An error such as a full disk has ended the transaction already: that it cannot be undone again must not hide the reason.
    if (connection.inTransaction) connection.exec("ROLLBACK");
    throw error;
  }
}
