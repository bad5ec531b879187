import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startPlatform } from "app-platform-backend";
import { expect, it } from "vitest";
import { openedFolder } from "../support/opened-folder.js";
import { advance, fill, shown, snapshotOf } from "./support/everything.js";
import { longLivedToken, whileServed } from "./support/platform.js";
import { runBackend } from "./support/platform-process.js";

const folder = openedFolder("data-file");

it("data file keeps content and tokens over a restart, and deployments continue after it", async () => {
  const options = { speed: "manual", endpoints: "extended", data: join(folder, "data.db") } as const;
  const [token, ...before] = await whileServed(options, async (platform) => {
    await fill(platform);
    return [await longLivedToken(platform), await shown(platform), await snapshotOf(platform)];
  });
  await whileServed(options, async (platform) => {
    expect([await shown(platform), await snapshotOf(platform)]).toEqual(before);
    const environment = `/environment/${platform.ids.environment}`;
    const state = async () => (await platform.request("GET", `${environment}/status`, { token })).body.state;
    expect(await state()).toBe("DEPLOYING");
    await advance(platform, 60);
    expect(await state()).toBe("DEPLOYMENT_ERROR");
    expect((await platform.request("POST", `${environment}/redeploy`)).status).toBe(202);
  });
});

const [cannot, damaged] = ["can't be read: ", "is damaged (line 3 isn't as it was written) and was left as it is. "];
const header = '{"program":"app-platform-backend","format":1}\n';
const contents: readonly [what: string, content: string, says: string][] = [
  [
    "a newer format",
    '{"program":"app-platform-backend","format":2}\n',
    `${cannot}its format is 2, but this version of app-platform-backend reads only format 1; update app-platform-backend, or use another data file.`,
  ],
  [
    "an SQLite database",
    "SQLite format 3\0\n",
    `${cannot}it is an SQLite database, which this version doesn't read; use another data file.`,
  ],
  [
    "a file of another program",
    '{"program":"other"}\n',
    `${cannot}its first line isn't that of a data file of app-platform-backend; use another data file.`,
  ],
  [
    "a damaged line",
    `${header}\n00000000 [1]\n\n00000000 [2]\n`,
    `${damaged}Restore a copy of it, or move it away: the platform then starts with a new file, into which you can restore a snapshot.`,
  ],
];

it.each(contents)("data file is refused with a remedy, and not changed: %s", async (_what, content, says) => {
  const data = join(mkdtempSync(join(folder, "foreign-")), "data.db");
  writeFileSync(data, content);
  await expect(startPlatform({ data })).rejects.toThrow(`The data file ${data} ${says}`);
  const { status, stdout, stderr } = runBackend(["token", "--role", "viewer", "--data", data]);
  expect([status, stdout, stderr]).toEqual([1, "", `The data file ${data} ${says}\n`]);
  expect(readdirSync(join(data, ".."))).toEqual(["data.db"]);
  expect(readFileSync(data, "utf8")).toBe(content);
});
