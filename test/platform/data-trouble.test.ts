/** What the platform does when its data file is full, locked, damaged, or used by another platform. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPlatform } from "app-platform-backend";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { routesOf } from "../../backend/src/routes/table.js";
import { seededIds } from "../../backend/src/seed.js";
import type { ServerOptions } from "../../backend/src/server.js";
import { openDatabase } from "../../backend/src/store/database.js";
import { openStore, type Store } from "../../backend/src/store/store.js";
import { bodies } from "./bodies.js";
import { serve } from "./in-process.js";

const folder = mkdtempSync(join(tmpdir(), "data-trouble-"));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
const newFile = () => join(folder, `data-${++files}.db`);

const list = `/environment/${seededIds.environment}/container`;

let store: Store;
let served: Awaited<ReturnType<typeof serve>>;
let file: string;
/** What was logged as an error. */
let logged: string[];

beforeEach(async () => {
  file = newFile();
  logged = [];
  store = openStore(file, ({ message }) => logged.push(message));
  const ignore = () => undefined;
  const logger: ServerOptions["logger"] = {
    level: "error",
    ...{ trace: ignore, debug: ignore, info: ignore, warn: ignore, fatal: ignore, silent: ignore },
    error: (_details: unknown, message?: string) => void logged.push(String(message)),
    child: () => logger,
  };
  served = await serve(store, { data: file, routes: routesOf("extended") }, logger);
  store.connection.pragma("busy_timeout = 0");
});
afterEach(() => served.close());

const send: typeof served.send = (...request) => served.send(...request);

const containerOf = (name: string, argument = "") => ({
  ...bodies.container.minimal(seededIds),
  name,
  arguments: [argument],
});
const large = "x".repeat(200_000);

describe("a full disk", () => {
  /** As much as a disk that has room for this many more pages of 4 KB. */
  function fill(pages: number): void {
    const { page_count } = store.connection.prepare("PRAGMA page_count").get() as { page_count: number };
    store.connection.pragma(`max_page_count = ${page_count + pages}`);
  }
  const free = () => store.connection.pragma("max_page_count = 1000000");

  it("is a 507 with its cause, logged once, and the platform goes on", async () => {
    const { id } = (await send("POST", list, containerOf("before"))).body;
    fill(0);
    for (const name of ["a", "b", "c"]) {
      const { status, body } = await send("POST", list, containerOf(name, large));
      expect([status, body.detail]).toEqual([507, expect.stringMatching(/disk .* is full.*Free some space/)]);
    }
    // What needs no further page is stored.
    expect((await send("PUT", "/_local/deployment-failures", { rules: [] })).status).toBe(200);
    expect((await send("GET", `/container/${id}`)).body.name).toBe("before");
    free();
    expect((await send("POST", list, containerOf("after", large))).status).toBe(201);
    expect((await send("GET", list)).body.results.map(({ name }: { name: string }) => name)).toEqual([
      "before",
      "after",
    ]);
    fill(0);
    expect((await send("POST", list, containerOf("later", large))).status).toBe(507);
    // Again, because something could be written since.
    expect(logged).toEqual([expect.stringContaining("is full"), expect.stringContaining("is full")]);
  });

  it("refuses only what does not fit of the requests that arrive together", async () => {
    fill(20);
    const sizes = [1, 200_000, 1, 200_000, 1];
    const responses = await Promise.all(
      sizes.map((size, at) => send("POST", list, containerOf(`c${at}`, "x".repeat(size)))),
    );
    expect(responses.map(({ status }) => status)).toEqual([201, 507, 201, 507, 201]);
    expect((await send("GET", list)).body.results).toHaveLength(3);
  });

  it("keeps nobody from reading while a deletion is due", async () => {
    const { id } = (await send("POST", list, containerOf("gone"))).body;
    const service = store.services.get(id);
    if (service !== undefined) store.services.update({ ...service, deletingSince: 1 });
    const exec = store.connection.exec;
    store.connection.exec = () => {
      throw Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" });
    };
    expect((await send("GET", list)).status).toBe(200);
    store.connection.exec = exec;
    expect((await send("GET", list)).body.results).toEqual([]);
  });
});

describe("a data file that another program has locked", () => {
  function locked() {
    const other = openDatabase(file);
    other.exec("BEGIN IMMEDIATE");
    return () => {
      other.exec("ROLLBACK");
      other.close();
    };
  }

  it("lets reads pass, and writes wait without keeping others from their responses", async () => {
    const unlock = locked();
    const ended: string[] = [];
    const noted = async (what: string, response: ReturnType<typeof send>) => {
      const { status } = await response;
      ended.push(`${what} ${status}`);
    };
    const writes = [
      noted("create", send("POST", list, containerOf("a"))),
      noted("local", send("POST", "/_local/environments", {})),
    ];
    for (let each = 0; each < 5; each++) await noted("read", send("GET", list));
    expect(ended).toEqual(new Array(5).fill("read 200"));
    unlock();
    await Promise.all(writes);
    expect(ended.slice(5).sort()).toEqual(["create 201", "local 200"]);
    expect(logged).toEqual([]);
  });

  it.each([
    { path: list, body: containerOf("kept") },
    { path: "/_local/environments", body: { name: "kept" } },
  ])("is waited for at the end, for clients that are gone: POST $path", async ({ path, body }) => {
    const unlock = locked();
    const tried = vi.spyOn(store.connection, "exec");
    const gone = new AbortController();
    const sent = expect(send("POST", path, body, "admin", gone.signal)).rejects.toThrow("aborted");
    await vi.waitFor(() => expect(tried).toHaveBeenCalled());
    gone.abort();
    await sent;
    const closed = served.close();
    setTimeout(unlock, 100);
    await closed;
    store = openStore(file);
    served = await serve(store, { data: file, routes: routesOf("extended") });
    expect(JSON.stringify((await send("GET", path)).body)).toContain("kept");
    expect(logged).toEqual([]);
  });

  it("refuses a write after five seconds: a 503 that says so", async () => {
    const unlock = locked();
    vi.useFakeTimers({ toFake: ["setTimeout", "performance"] });
    try {
      const refused = expect(store.writeTogether(() => store.meta.set("a", "b"))).rejects.toMatchObject({
        code: "SQLITE_BUSY",
      });
      await new Promise(setImmediate);
      await vi.advanceTimersByTimeAsync(6_000);
      await refused;
    } finally {
      vi.useRealTimers();
      unlock();
    }
    await store.writeTogether(() => store.meta.set("a", "b"));
    const exec = store.connection.exec;
    store.connection.exec = () => {
      throw Object.assign(new Error("database is locked"), { code: "SQLITE_BUSY" });
    };
    vi.spyOn(performance, "now").mockImplementation(() => Number.POSITIVE_INFINITY);
    const { status, headers, body } = await send("POST", list, containerOf("a"));
    vi.restoreAllMocks();
    store.connection.exec = exec;
    expect([status, headers.get("retry-after"), body.detail]).toEqual([
      503,
      "1",
      expect.stringContaining("Another program has locked"),
    ]);
  });
});

describe("a damaged row", () => {
  const damages: [string, string][] = [
    ["without its members", "'{}'"],
    ["that is a list", "'[]'"],
    ["without a configuration", `json_remove(body, '$.config')`],
    ["with a configuration that lacks members", `json_set(body, '$.config', json('{"name":"broken"}'))`],
    ["that refers to what is not there", `json_set(body, '$.config.registry_id', 'gone')`],
  ];

  it.each(damages)("%s is left out of the list, a 500 by its id, and logged once", async (_what, body) => {
    for (const name of ["first", "broken", "last"]) await send("POST", list, containerOf(name));
    const { id } = (await send("GET", list)).body.results[1];
    const other = openDatabase(file);
    other.prepare(`UPDATE service SET body = ${body} WHERE id = ?`).run(id);
    other.close();
    for (let each = 0; each < 2; each++) {
      expect((await send("GET", list)).body.results.map(({ name }: { name: string }) => name)).toEqual([
        "first",
        "last",
      ]);
    }
    expect((await send("GET", `/container/${id}`)).status).toBe(500);
    for (const path of ["status", "statuses"]) {
      expect((await send("GET", `/environment/${seededIds.environment}/${path}`)).status).toBe(200);
    }
    expect((await send("GET", "/_local/overview")).status).toBe(200);
    expect((await send("GET", `/_local/environments/${seededIds.environment}/content`)).status).toBe(200);
    expect(logged.filter((message) => message.includes(id)).length).toBeGreaterThan(0);
    expect(new Set(logged).size).toBe(logged.length);
  });

  it("of a cluster, an environment or a deployment takes no other with it", async () => {
    const { id } = (await send("POST", list, containerOf("a"))).body;
    const deploy = { containers: [{ id, image_tag: "2" }] };
    for (let each = 0; each < 2; each++) {
      await send("POST", `/environment/${seededIds.environment}/service/deploy`, deploy);
    }
    const other = openDatabase(file);
    other.exec(`
      INSERT INTO record VALUES ('cluster', 'broken', '{"organizationId":"${seededIds.organization}"}'), ('environment', 'broken', '7');
      UPDATE deployment SET body = '{}' WHERE sequence = 1;`);
    other.close();
    const clusters = await send("GET", `/organization/${seededIds.organization}/cluster`);
    expect(clusters.body.results.map((each: { id: string }) => each.id)).toEqual([seededIds.cluster]);
    expect((await send("GET", "/_local/environments")).body.results).toHaveLength(2);
    expect((await send("GET", "/_local/overview")).status).toBe(200);
    expect((await send("GET", `/_local/services/${id}`)).body.deployments).toHaveLength(1);
  });
});

describe("a damaged file", () => {
  it("is refused before anything is written to it, with what to do", async () => {
    for (const name of ["a", "b", "c"]) await send("POST", list, containerOf(name, large));
    store.connection.pragma("wal_checkpoint(TRUNCATE)");
    const whole = readFileSync(file);
    const pages = whole.length / 4096;
    expect(pages).toBeGreaterThan(20);
    for (const page of [1, 2, Math.floor(pages / 2), pages - 1]) {
      const damaged = newFile();
      writeFileSync(damaged, Buffer.from(whole).fill(0xa5, page * 4096, page * 4096 + 4096));
      const before = readFileSync(damaged);
      await expect(startPlatform({ data: damaged })).rejects.toThrow(
        /is damaged .* left as it is\. Restore a copy of it, or move it away/,
      );
      expect(readFileSync(damaged).equals(before)).toBe(true);
    }
  });
});

describe("a second platform", () => {
  it("on the data file of a running one is refused until that one stops", async () => {
    const data = newFile();
    const first = await startPlatform({ data });
    await expect(startPlatform({ data })).rejects.toThrow(/Another platform already uses the data file/);
    await first.close();
    await (await startPlatform({ data })).close();
  });

  it("starts with files of its own, or in memory", async () => {
    const platforms = await Promise.all([{ data: newFile() }, { data: newFile() }, {}, {}].map(startPlatform));
    await Promise.all(platforms.map((platform) => platform.close()));
  });
});

it.each(["/proc/none/a/b/data.db", "/dev/null/a/data.db"])(
  "a folder that cannot be made ends the start with the reason: %s",
  async (data) => {
    await expect(startPlatform({ data })).rejects.toThrow(/cannot be read: (ENOENT|ENOTDIR)/);
  },
);
