/**
 * Makes one server of a data file the only one: each keeps in memory what it has read, and shows nothing of what another does.
 * The lock is on a file of its own, because `token` and other programs may open the data meanwhile. It ends with the
 * process, however that ends.
 */
import Database from "libsql";
import { CommandError } from "../command-error.js";
import { isLocked } from "./trouble.js";

export interface ServerLock {
  release(): void;
}

export function lockForServer(file: string): ServerLock {
  if (file === ":memory:") return { release: () => undefined };
  const connection = new Database(`${file}-lock`);
  try {
    connection.pragma("busy_timeout = 0");
    connection.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    connection.close();
    if (!isLocked(error)) throw error;
    throw new CommandError(`Another platform already uses the data file ${file}. Stop it, or use another file.`);
  }
  return {
    release() {
      connection.exec("ROLLBACK");
      connection.close();
    },
  };
}
