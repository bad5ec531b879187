import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dataFileOptions, fill, longLivedToken, readEverything } from "./data-file.js";
import { whileServed } from "./platform.js";
import { runBackend } from "./platform-process.js";

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

/** The files of a folder and what is in them. */
const contentOf = (file: string) =>
  readdirSync(join(file, "..")).map((name) => [name, readFileSync(join(file, "..", name)).toString("base64")]);

describe("a data file", () => {
  it("opens with everything in it: services, deployments, states, tokens, the clock and the failure rules", async () => {
    const data = copyOfRecorded();
    expect(await whileServed({ ...dataFileOptions, data }, (platform) => readEverything(platform, token))).toEqual(
      responses,
    );
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

  const newer = '{"program":"app-platform-backend","format":2}\n';
  it.each(
    commands.flatMap((command) => [
      {
        command,
        what: "of a newer format",
        content: newer,
        why: "its format is 2, but this version of app-platform-backend reads only format 1; update app-platform-backend, or use another data file",
      },
      {
        command,
        what: "an SQLite database",
        content: "SQLite format 3\0\n",
        why: "it is an SQLite database, which this version doesn't read; use another data file",
      },
      {
        command,
        what: "a file of another program",
        content: '{"program":"other"}\n',
        why: "its first line isn't that of a data file of app-platform-backend; use another data file",
      },
    ]),
  )("is refused by $command.0 with what to do, and left as it is: $what", ({ command, content, why }) => {
    const data = join(mkdtempSync(join(folder, "foreign-")), "data.db");
    writeFileSync(data, content);
    const before = contentOf(data);
    const { status, stdout, stderr } = runBackend([...command, "--data", data]);
    expect([status, stdout, stderr]).toEqual([1, "", `The data file ${data} can't be read: ${why}.\n`]);
    expect(contentOf(data)).toEqual(before);
  });
});
