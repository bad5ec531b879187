/** What the platform does when its data file is full or changed by another program. */
import fs, { appendFileSync, rmSync, statSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { startPlatform } from "app-platform-backend";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { routesOf } from "../../backend/src/routes/table.js";
import { seededIds } from "../../backend/src/seed.js";
import type { ServerOptions } from "../../backend/src/server.js";
import { openStore, type Store } from "../../backend/src/store/store.js";
import { openedFolder } from "../support/opened-folder.js";
import { bodies } from "./support/bodies.js";
import { serve } from "./support/in-process.js";

const folder = openedFolder("data-trouble");
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
  store = openStore(file);
  const ignore = () => undefined;
  const logger: ServerOptions["logger"] = {
    level: "error",
    ...{ trace: ignore, debug: ignore, info: ignore, warn: ignore, fatal: ignore, silent: ignore },
    error: (_details: unknown, message?: string) => void logged.push(String(message)),
    child: () => logger,
  };
  served = await serve(store, { data: file, routes: routesOf("extended") }, logger);
});
afterEach(async () => {
  restoreFiles();
  await served.close();
});

function restoreFiles(): void {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
}

const send: typeof served.send = (...request) => served.send(...request);

const minimal = bodies.container.minimal(seededIds);
const containerOf = (name: string, argument = "") => ({ ...minimal, name, arguments: [argument] });
/** The names of the containers. */
const names = async () => (await send("GET", list)).body.results.map(({ name }: { name: string }) => name);
const large = "x".repeat(200_000);

describe("full disk", () => {
  const { writeSync } = fs;

  /** From now on, the disk has room for so many more bytes. */
  function fill(room: number): void {
    const most = statSync(file).size + room;
    type Write = (descriptor: number, bytes: Buffer, offset: number, length: number, position: number) => number;
    const write: Write = (descriptor, bytes, offset, length, position) => {
      const fits = Math.min(length, most - position);
      if (fits === 0) throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
      return writeSync(descriptor, bytes, offset, fits, position);
    };
    vi.spyOn(fs, "writeSync").mockImplementation(write as typeof writeSync);
    syncBuiltinESMExports();
  }

  it("makes writes return 507 with the cause until there is space, and logs the cause once each time", async () => {
    const { id } = (await send("POST", list, containerOf("before"))).body;
    fill(100_000);
    for (const name of ["a", "b", "c"]) {
      const { status, body } = await send("POST", list, containerOf(name, large));
      expect([status, body.detail]).toEqual([507, expect.stringMatching(/disk .* is full.*Free some space/)]);
    }
    expect((await send("GET", `/container/${id}`)).body.name).toBe("before");
    restoreFiles();
    expect((await send("POST", list, containerOf("after", large))).status).toBe(201);
    expect(await names()).toEqual(["before", "after"]);
    fill(100_000);
    expect((await send("POST", list, containerOf("later", large))).status).toBe(507);
    // Again, because something could be written since.
    expect(logged).toEqual([expect.stringContaining("is full"), expect.stringContaining("is full")]);
  });

  it("makes only the writes that don't fit return 507", async () => {
    fill(100_000);
    const sizes = [1, 200_000, 1, 200_000, 1];
    const create = (size: number, at: number) => send("POST", list, containerOf(`c${at}`, "x".repeat(size)));
    const responses = await Promise.all(sizes.map(create));
    expect(responses.map(({ status }) => status)).toEqual([201, 507, 201, 507, 201]);
    expect(await names()).toHaveLength(3);
  });

  it("doesn't block reads while a delete can't be stored", async () => {
    const { id } = (await send("POST", list, containerOf("gone"))).body;
    const service = store.services.get(id);
    if (service !== undefined) store.services.update({ ...service, deletingSince: 1 });
    fill(0);
    expect((await send("GET", list)).status).toBe(200);
    restoreFiles();
    expect(await names()).toEqual([]);
  });
});

it("data file that another program changed or deleted is still read, and writes return 507", async () => {
  await send("POST", list, containerOf("before"));
  const harms = [() => appendFileSync(file, "x"), () => rmSync(file)];
  for (const harm of harms) {
    harm();
    const { status, body } = await send("POST", list, containerOf("after"));
    expect([status, body.detail]).toEqual([507, expect.stringContaining("can't write to its data file")]);
    expect(await names()).toHaveLength(1);
  }
});

it.each(["/proc/none/a/b/data.db", "/dev/null/a/data.db"])(
  "start fails with the reason if the folder of the data file can't be created: %s",
  async (data) => {
    await expect(startPlatform({ data })).rejects.toThrow(/can't be read: (ENOENT|ENOTDIR)/);
  },
);
