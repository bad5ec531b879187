/**
 * Sends requests through a gate of the example fleet, as a worker's process does for its runs: all at once, as soon as
 * something arrives on standard input. Arguments: the platform's name, its address, the number of requests, and a name
 * that they carry.
 */
import { once } from "node:events";
import { openDatabase } from "../../../examples/fleet/database.js";
import { openGate } from "../../../examples/fleet/gate.js";

const [platform, base_url, count, name] = process.argv.slice(2) as [string, string, string, string];

async function main(): Promise<void> {
  const database = await openDatabase("command");
  const gate = await openGate(database, { platform, base_url } as Parameters<typeof openGate>[1]);
  console.log("ready");
  await once(process.stdin, "data");
  await Promise.all(Array.from({ length: Number(count) }, () => fetch(gate.url, { headers: { "x-worker": name } })));
  gate.close();
  await database.close();
}

void main();
