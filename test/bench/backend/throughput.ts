/** Durable creates and reads a second through HTTP, compared with a server that does nothing else. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { BenchRow } from "../../../tools/measured/bench.js";
import { bodies } from "../../backend/bodies.js";
import { startPlatformProcess } from "../../platform-process.js";
import { ratioRow } from "../row.js";
import { type Request, requestsPerSecond } from "./load.js";

const connections = 64;
const creates = 1_000;
const reads = 10_000;
const runs = 7;

/** A server that is measured, and what it is sent. */
interface Subject {
  readonly port: number;
  create(name: string): Request;
  readonly read: Request;
  stop(): unknown;
}

async function startBackend(folder: string): Promise<Subject> {
  const platform = await startPlatformProcess({ endpoints: "extended", data: join(folder, "backend.db") });
  const headers = { authorization: `Bearer ${platform.tokens.admin}` };
  const path = `/environment/${platform.ids.environment}/container`;
  const body = bodies.container.full(platform.ids);
  const made = await platform.request("POST", path, { body });
  return {
    port: Number(new URL(platform.url).port),
    create: (name) => ({ method: "POST", path, headers, body: JSON.stringify({ ...body, name }) }),
    read: { method: "GET", path: `/container/${made.body.id}`, headers },
    stop: () => platform.stop(),
  };
}

/** `body` is what it stores: of the size that the backend's requests and responses have. */
async function startBareServer(folder: string, body: object): Promise<Subject> {
  const server = spawn(process.execPath, [join(__dirname, "bare-server.mjs"), join(folder, "bare.db")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const port = Number((await createInterface(server.stdout)[Symbol.asyncIterator]().next()).value);
  const create = (name: string): Request => ({ method: "POST", path: "/document", body: JSON.stringify({ ...body, name }) });
  const { id } = (await (
    await fetch(`http://127.0.0.1:${port}/document`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    })
  ).json()) as { id: string };
  return { port, create, read: { method: "GET", path: `/document/${id}` }, stop: () => server.kill() };
}

async function measure(subject: Subject, count: number, request: (index: number) => Request): Promise<number> {
  return requestsPerSecond(subject.port, connections, count, request);
}

export async function throughputRows(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), "bench-backend-"));
  const own = await startBackend(folder);
  const bare = await startBareServer(folder, JSON.parse(own.create("web").body ?? ""));
  try {
    const figures = { creates: [[], []], reads: [[], []] } as Record<"creates" | "reads", [number[], number[]]>;
    for (let run = 0; run < runs; run++) {
      for (const [side, subject] of [own, bare].entries()) {
        const created = await measure(subject, creates, (index) => subject.create(`web-${run}-${index}`));
        const read = await measure(subject, reads, () => subject.read);
        figures.creates[side]?.push(created);
        figures.reads[side]?.push(read);
      }
    }
    console.log(figures);
    const against = "Fastify and libsql that store a JSON body and return it";
    return [
      ratioRow(
        { what: `durable creates a second, ${connections} connections`, against, aim: { atLeast: 0.6 } },
        ...figures.creates,
        "a second",
      ),
      ratioRow(
        { what: `reads a second, ${connections} connections`, against, aim: { atLeast: 0.6 } },
        ...figures.reads,
        "a second",
      ),
    ];
  } finally {
    await own.stop();
    bare.stop();
    rmSync(folder, { recursive: true });
  }
}
if (process.argv[1]?.endsWith("throughput.ts")) void throughputRows().then(console.table);
