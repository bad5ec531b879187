/** Durable creates and reads a second through HTTP, compared with a server that only stores and returns bodies. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { seededIds } from "../../backend/src/seed.js";
import { bodies } from "../../test/platform/bodies.js";
import { startPlatformProcess } from "../../test/platform/platform-process.js";
import type { BenchRow } from "../../tools/generate/measured/bench.js";
import { explained, ratioRow } from "../row.js";
import { type Request, requestsPerSecond } from "./load.js";

const connections = 64;
const creates = 1_000;
const reads = 10_000;
/** How many containers the reads take turns with. */
const readContainers = 1_000;
const runs = 7;
const against = "Fastify that appends a JSON body to a file and returns it";

interface Figures {
  readonly creates: number;
  readonly reads: number;
}

/** A server that is measured, and where it has its containers. */
interface Subject {
  readonly port: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly collection: string;
  readonly item: string;
  stop(): unknown;
}

async function startBackend(folder: string): Promise<Subject> {
  const platform = await startPlatformProcess({ endpoints: "extended", data: join(folder, "backend.db") });
  return {
    port: Number(new URL(platform.url).port),
    headers: { authorization: `Bearer ${platform.tokens.admin}` },
    collection: `/environment/${platform.ids.environment}/container`,
    item: "/container/",
    stop: () => platform.stop(),
  };
}

async function startBareServer(folder: string): Promise<Subject> {
  const server = spawn(process.execPath, [join(__dirname, "bare-server.mjs"), join(folder, "bare.db")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const port = Number((await createInterface(server.stdout)[Symbol.asyncIterator]().next()).value);
  return { port, headers: {}, collection: "/document", item: "/document/", stop: () => server.kill() };
}

const creation = ({ collection, headers }: Subject, name: string): Request => ({
  method: "POST",
  path: collection,
  headers,
  body: JSON.stringify({ ...bodies.container.full(seededIds), name }),
});

/** Creates the containers that are read, and returns their ids. */
async function createRead(subject: Subject): Promise<string[]> {
  const create = async (_: unknown, index: number) => {
    const { path, headers, body } = creation(subject, `read-${index}`);
    const response = await fetch(`http://127.0.0.1:${subject.port}${path}`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: body ?? "",
    });
    return ((await response.json()) as { id: string }).id;
  };
  return Promise.all(Array.from({ length: readContainers }, create));
}

async function measure(subject: Subject, ids: readonly string[], run: number): Promise<Figures> {
  const { port, item, headers } = subject;
  const read = (index: number): Request => ({ method: "GET", path: item + ids[index % ids.length], headers });
  return {
    creates: await requestsPerSecond(port, connections, creates, (index) => creation(subject, `web-${run}-${index}`)),
    reads: await requestsPerSecond(port, connections, reads, read),
  };
}

const readReason =
  "the other server finds a text in a map and sends it; this one checks the token, its role and the path, and writes the response from the service, its environment and its registry";

export async function throughputRows(folder: string): Promise<BenchRow[]> {
  const own = await startBackend(folder);
  const bare = await startBareServer(folder);
  try {
    const [ownIds, bareIds] = [await createRead(own), await createRead(bare)];
    const figures: { own: Figures; bare: Figures }[] = [];
    for (let run = 0; run < runs; run++) {
      figures.push({ own: await measure(own, ownIds, run), bare: await measure(bare, bareIds, run) });
    }
    const row = (what: keyof Figures, says: string) =>
      ratioRow(
        { what: `backend: ${says}, ${connections} connections`, against, aim: { atLeast: 0.6 } },
        figures.map((each) => each.own[what]),
        figures.map((each) => each.bare[what]),
        "a second",
      );
    return [row("creates", "durable creates a second"), explained(row("reads", "reads a second"), readReason)];
  } finally {
    await own.stop();
    bare.stop();
  }
}
