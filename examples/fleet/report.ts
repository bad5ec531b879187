import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "./database.js";
import { type Environment, listEnvironments } from "./environments.js";

const isEnded = ({ status }: Environment) => status === "done" || status === "failed";
const count = (all: readonly Environment[], status: Environment["status"]) =>
  all.filter((each) => each.status === status).length;

/** `9 of 12 done, 2 running, 1 failed`. */
export function progress(all: readonly Environment[]): string {
  const others = (["running", "retrying", "queued", "new", "failed"] as const)
    .map((status) => [count(all, status), status] as const)
    .flatMap(([number, status]) => (number > 0 ? [`, ${number} ${status}`] : []));
  return `${count(all, "done")} of ${all.length} done${others.join("")}`;
}

const PAST: Readonly<Record<string, string>> = {
  create: "created",
  update: "updated",
  delete: "deleted",
  replace: "replaced",
};

/** `customer-01: done in 3.4 s: 5 created`. */
function line({ name, status, seconds, changes, error_code }: Environment): string {
  const done = Object.entries(changes ?? {}).flatMap(([op, number]) => (op in PAST ? [`${number} ${PAST[op]}`] : []));
  const what = status === "failed" ? error_code : done.length > 0 ? done.join(", ") : "no changes";
  return `${name}: ${status} in ${Number(seconds)} s: ${what}`;
}

/** Shows how a fleet proceeds until each of its environments is done or has failed: one line in a terminal, else a line for each. */
export async function watch(database: Database, names: readonly string[]): Promise<Environment[]> {
  const shown = new Set<string>();
  const isTerminal = process.stdout.isTTY === true;
  for (;;) {
    const all = await listEnvironments(database, names);
    for (const each of all) {
      if (!isEnded(each) || shown.has(each.name)) continue;
      shown.add(each.name);
      if (!isTerminal) console.log(line(each));
    }
    if (isTerminal) process.stdout.write(`\r\u001b[K${progress(all)}`);
    if (all.every(isEnded)) {
      if (isTerminal) process.stdout.write("\n");
      return all;
    }
    await delay(500);
  }
}

/** What failed, why, and after how many attempts. */
export function report(all: readonly Environment[]): string {
  const failed = all.filter(({ status }) => status === "failed");
  const lines = failed.flatMap(({ name, error_code, error, attempts }) => [
    `  ${name}: ${error_code} after ${attempts} ${attempts === 1 ? "attempt" : "attempts"}`,
    ...(error ?? "").split("\n").map((each) => `    ${each.trim()}`),
  ]);
  return [progress(all), ...(failed.length > 0 ? ["Failed:", ...lines] : [])].join("\n");
}
