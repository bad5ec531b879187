import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { migrate, newestFormat } from "../../backend/src/store/formats.js";
import { dataFileOptions, fill, longLivedToken, readEverything } from "./data-file.js";
import { whileServed } from "./platform.js";
import { runBackend } from "./platform-process.js";
import { type Connection, Driver } from "./stored.js";

const folder = mkdtempSync(join(tmpdir(), "data-file-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A file of the newest format with something of everything, and what a platform has shown of it. */
const recorded = join(folder, "recorded.db");
let token: string;
let responses: Readonly<Record<string, unknown>>;
beforeAll(async () => {
  await whileServed({ ...dataFileOptions, data: recorded }, async (platform) => {
    await fill(platform);
    token = await longLivedToken(platform);
    responses = await readEverything(platform, token);
  });
});

/** A copy of that file, in a folder of its own. */
function copyOfRecorded(): string {
  const copy = join(mkdtempSync(join(folder, "copy-")), "data.db");
  copyFileSync(recorded, copy);
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

describe("a data file", () => {
  it("opens with everything in it: services, deployments, states, tokens, the clock and the failure rules", async () => {
    const data = copyOfRecorded();
    expect(await whileServed({ ...dataFileOptions, data }, (platform) => readEverything(platform, token))).toEqual(
      responses,
    );
    expect(formatOf(data)).toBe(newestFormat);
  });

  it("continues where it was: the deployment that ran ends, and further ones begin", async () => {
    await whileServed({ ...dataFileOptions, data: copyOfRecorded() }, async ({ request, ids }) => {
      const other = `/environment/${ids.otherEnvironment}`;
      expect((await request("GET", `${other}/status`)).body.state).toBe("DEPLOYING");
      await request("POST", "/_local/clock", { body: { advanceSeconds: 60 } });
      expect((await request("GET", `${other}/status`)).body.state).toBe("DEPLOYED");
      expect((await request("POST", `${other}/redeploy`)).status).toBe(202);
      expect((await request("GET", `/environment/${ids.environment}/terraform`)).body.results).toHaveLength(1);
    });
  });
});

describe("a data file that the backend cannot read", () => {
  const commands = [
    ["serve", "--port", "0"],
    ["token", "--role", "viewer"],
  ];

  it.each(commands)("is refused by %s with what to do, and left as it is, if its format is newer", (...command) => {
    const data = copyOfRecorded();
    inFile(data, (connection) => connection.exec(`PRAGMA user_version = ${newestFormat + 1}`));
    const before = contentOf(data);
    const { status, stdout, stderr } = runBackend([...command, "--data", data]);
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
    const { status, stderr } = runBackend([...command, "--data", data]);
    expect([status, stderr]).toEqual([1, expect.stringContaining("it is a database of another program")]);
    expect(contentOf(data)).toEqual(before);
  });
});

describe("a migration", () => {
  const first = "CREATE TABLE thing (id TEXT); INSERT INTO thing VALUES ('a');";
  const second = "ALTER TABLE thing ADD COLUMN kind TEXT DEFAULT 'old'";
  const migrated = (file: string, steps: readonly string[]) =>
    inFile(file, (connection) => migrate(connection as never, steps));
  const fresh = () => join(mkdtempSync(join(folder, "migrated-")), "data.db");

  it("runs the steps that a file lacks, each once", () => {
    const data = fresh();
    expect([migrated(data, [first]), migrated(data, [first]), migrated(data, [first, second])]).toEqual([
      true,
      false,
      true,
    ]);
    expect(formatOf(data)).toBe(2);
    expect(inFile(data, (connection) => connection.prepare("SELECT * FROM thing").all())).toMatchObject([
      { id: "a", kind: "old" },
    ]);
    expect(() => migrated(data, [first])).toThrow("its format is 2");
  });

  it("that fails halfway leaves the file as it was", () => {
    const data = fresh();
    migrated(data, [first]);
    const before = schemaOf(data);
    expect(() => migrated(data, [first, second, "CREATE NONSENSE"])).toThrow();
    expect([formatOf(data), schemaOf(data)]).toEqual([1, before]);
  });
});
