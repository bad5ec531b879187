import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import { newestFormat } from "../../backend/src/store/formats.js";
import { type PlatformProcess, startPlatformProcess } from "../platform-process";
import { dataFileOptions, type Recorded, readEverything } from "./data-file";

interface Connection {
  prepare(sql: string): { get(...values: unknown[]): Record<string, unknown>; all(): Record<string, unknown>[] };
  exec(sql: string): void;
  close(): void;
}
// The driver is a dependency of the backend, so it is resolved from there.
const Driver: new (file: string) => Connection = createRequire(join(__dirname, "../../backend/package.json"))("libsql");

const program = join(__dirname, "..", "..", "backend", "dist", "main.js");
const folder = mkdtempSync(join(tmpdir(), "data-file-"));
afterAll(() => rmSync(folder, { recursive: true }));

const formats = Array.from({ length: newestFormat }, (_, index) => index + 1);
const fixture = (format: number, type: "db" | "json") => join(__dirname, "fixtures", `format-${format}.${type}`);
/** What was recorded, except that an application without a description no longer shows `null` in its place. */
const recordedOf = (format: number): Recorded =>
  JSON.parse(readFileSync(fixture(format, "json"), "utf8"), (_, value) => {
    if (value?.service_type !== "APPLICATION" || value.description !== null) return value;
    const { description: _description, ...shown } = value;
    return shown;
  });

/** A copy of a fixture, in a folder of its own. */
function copyOf(format: number): string {
  const copy = join(mkdtempSync(join(folder, "copy-")), "data.db");
  copyFileSync(fixture(format, "db"), copy);
  return copy;
}

function inFile<T>(file: string, work: (connection: Connection) => T): T {
  const connection = new Driver(file);
  const result = work(connection);
  connection.close();
  return result;
}
const formatOf = (file: string) =>
  inFile(file, (connection) => connection.prepare("PRAGMA user_version").get().user_version);
const schemaOf = (file: string) =>
  inFile(file, (connection) => connection.prepare("SELECT sql FROM sqlite_master ORDER BY name").all());

/** The files of a folder and what is in them. */
const contentOf = (file: string) =>
  readdirSync(join(file, "..")).map((name) => [name, readFileSync(join(file, "..", name)).toString("base64")]);

async function whileServed<T>(data: string, work: (platform: PlatformProcess) => Promise<T>): Promise<T> {
  const platform = await startPlatformProcess({ ...dataFileOptions, data });
  try {
    return await work(platform);
  } finally {
    await platform.stop();
  }
}

describe.each(formats)("a data file of format %i", (format) => {
  it("opens with everything in it: services, deployments, states, tokens, the clock and the failure rules", async () => {
    const data = copyOf(format);
    const { token, responses } = recordedOf(format);
    // Responses may have gained members since.
    expect(await whileServed(data, (platform) => readEverything(platform, token))).toMatchObject(responses);
    expect(formatOf(data)).toBe(newestFormat);
    expect(await whileServed(data, (platform) => readEverything(platform, token))).toMatchObject(responses);
  });

  it("continues where it was: the deployment that ran ends, and further ones begin", async () => {
    await whileServed(copyOf(format), async ({ request, ids }) => {
      const other = `/environment/${ids.otherEnvironment}`;
      expect((await request("GET", `${other}/status`)).body.state).toBe("DEPLOYING");
      await request("POST", "/_local/clock", { body: { advanceSeconds: 60 } });
      expect((await request("GET", `${other}/status`)).body.state).toBe("DEPLOYED");
      expect((await request("POST", `${other}/redeploy`)).status).toBe(202);
      expect((await request("GET", `/environment/${ids.environment}/terraform`)).body.results).toHaveLength(1);
    });
  });

  it("has the tables of a new file once it was opened", async () => {
    const [old, fresh] = [copyOf(format), join(folder, `new-${format}.db`)];
    for (const data of [old, fresh]) await whileServed(data, async () => undefined);
    expect(schemaOf(old)).toEqual(schemaOf(fresh));
  });
});

describe("a data file that the backend cannot read", () => {
  const commands = [
    ["serve", "--port", "0"],
    ["token", "--role", "viewer"],
  ];

  it.each(commands)("is refused by %s with what to do, and left as it is, if its format is newer", (...command) => {
    const data = copyOf(newestFormat);
    inFile(data, (connection) => connection.exec(`PRAGMA user_version = ${newestFormat + 1}`));
    const before = contentOf(data);
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...command, "--data", data], {
      encoding: "utf8",
    });
    expect([status, stdout, stderr]).toEqual([
      1,
      "",
      `The data file ${data} cannot be read: its format is ${newestFormat + 1}, but this version of app-platform-backend ` +
        `reads only formats up to ${newestFormat}; update app-platform-backend, or use another data file.\n`,
    ]);
    expect(contentOf(data)).toEqual(before);
  });

  it.each(commands)("is refused by %s, and left as it is, if it is a database of another program", (...command) => {
    const data = join(mkdtempSync(join(folder, "other-")), "data.db");
    inFile(data, (connection) => connection.exec("CREATE TABLE recipe (name TEXT)"));
    const before = contentOf(data);
    const { status, stderr } = spawnSync(process.execPath, [program, ...command, "--data", data], { encoding: "utf8" });
    expect([status, stderr]).toEqual([1, expect.stringContaining("it is a database of another program")]);
    expect(contentOf(data)).toEqual(before);
  });
});

describe("a migration", () => {
  const services = 20_000;

  /** A file of format 1 that takes some time to migrate. */
  function largeFile(): string {
    const data = copyOf(1);
    inFile(data, (connection) =>
      connection.exec(`
        WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ${services})
        INSERT INTO service
        SELECT id || n, kind, id, n, NULL, body FROM number, (SELECT * FROM service WHERE kind = 'container' LIMIT 1);`),
    );
    return data;
  }

  /** Waits until the process writes to the data file, or has ended. */
  async function untilWritten(child: ChildProcess, data: string): Promise<void> {
    const isWritten = () => existsSync(`${data}-wal`);
    while (child.exitCode === null && !isWritten()) await sleep(1);
  }

  it("that is killed leaves the old format or the new one, and a file that opens with everything", async () => {
    const large = largeFile();
    const { token, responses } = recordedOf(1);
    const old = schemaOf(large);
    const left = new Set<unknown>();
    // Several kills right at the start: on a busy machine, one may come late.
    for (const delay of [1000, 100, 50, 20, 5, 0, 0, 0, 0]) {
      if (delay === 0 && left.size === 2) break;
      const data = join(mkdtempSync(join(folder, "killed-")), "data.db");
      copyFileSync(large, data);
      const child = spawn(process.execPath, [program, "serve", "--port", "0", "--data", data], { stdio: "ignore" });
      const ended = once(child, "exit");
      await untilWritten(child, data);
      await sleep(delay);
      child.kill("SIGKILL");
      await ended;
      const format = formatOf(data);
      left.add(format);
      expect(inFile(data, (connection) => connection.prepare("PRAGMA integrity_check").all())).toMatchObject([
        { integrity_check: "ok" },
      ]);
      if (format === 1) expect(schemaOf(data)).toEqual(old);
      expect(await whileServed(data, (platform) => readEverything(platform, token))).toMatchObject(responses);
      expect(formatOf(data)).toBe(newestFormat);
      rmSync(join(data, ".."), { recursive: true });
    }
    // Otherwise no kill came early enough, or none late enough.
    expect(left).toEqual(new Set([1, newestFormat]));
  }, 120_000);
});
