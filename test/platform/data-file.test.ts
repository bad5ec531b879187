import { copyFileSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { openedFolder } from "../opened-folder.js";
import { advance, fill, longLivedToken, shown, snapshotOf } from "./everything.js";
import { whileServed } from "./platform.js";
import { runBackend, startPlatformProcess } from "./platform-process.js";

const folder = openedFolder("data-file");

const options = { speed: "manual", endpoints: "extended" } as const;

/** A file of the newest format with something of everything, and what a platform has shown of it. */
const recorded = join(folder, "recorded.db");
let token: string;
let before: unknown;
beforeAll(async () => {
  await whileServed({ ...options, data: recorded }, async (platform) => {
    await fill(platform);
    token = await longLivedToken(platform);
    before = [await shown(platform), await snapshotOf(platform)];
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
    await whileServed({ ...options, data: copyOfRecorded() }, async (platform) => {
      expect([await shown(platform), await snapshotOf(platform)]).toEqual(before);
      const list = `/environment/${platform.ids.environment}/job`;
      expect((await platform.request("GET", list, { token })).status).toBe(200);
    });
  });

  it("continues where it was: the deployment that ran ends, and further ones begin", async () => {
    await whileServed({ ...options, data: copyOfRecorded() }, async (platform) => {
      const environment = `/environment/${platform.ids.environment}`;
      const state = async () => (await platform.request("GET", `${environment}/status`)).body.state;
      expect(await state()).toBe("DEPLOYING");
      await advance(platform, 60);
      expect(await state()).toBe("DEPLOYMENT_ERROR");
      expect((await platform.request("POST", `${environment}/redeploy`)).status).toBe(202);
    });
  });

  it("has, after a kill, everything that got a response", async () => {
    const data = join(folder, "killed.db");
    const first = await startPlatformProcess({ ...options, data });
    await fill(first);
    const shownBefore = await shown(first);
    await first.kill();
    const second = await startPlatformProcess({ ...options, data });
    expect(await shown(second)).toEqual(shownBefore);
    expect(await second.stop()).toBe(0);
  });
});

describe("a data file that the backend cannot read", () => {
  const commands = [
    ["serve", "--port", "0"],
    ["token", "--role", "viewer"],
  ];

  const contents = [
    [
      '{"program":"app-platform-backend","format":2}\n',
      "its format is 2, but this version of app-platform-backend reads only format 1; update app-platform-backend, or use another data file",
    ],
    ["SQLite format 3\0\n", "it is an SQLite database, which this version doesn't read; use another data file"],
    [
      '{"program":"other"}\n',
      "its first line isn't that of a data file of app-platform-backend; use another data file",
    ],
  ] as const;
  it.each(contents.map(([content, why], index) => ({ command: commands[index % 2] ?? [], content, why })))(
    "is refused by $command.0 with what to do, and left as it is: $why",
    ({ command, content, why }) => {
      const data = join(mkdtempSync(join(folder, "foreign-")), "data.db");
      writeFileSync(data, content);
      const before = contentOf(data);
      const { status, stdout, stderr } = runBackend([...command, "--data", data]);
      expect([status, stdout, stderr]).toEqual([1, "", `The data file ${data} can't be read: ${why}.\n`]);
      expect(contentOf(data)).toEqual(before);
    },
  );
});
