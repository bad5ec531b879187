/** What the pages say about the log of requests: its members, and commands that evaluate it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { raw } from "jq-wasm";
import { beforeAll, describe, expect, it } from "vitest";
import { logging } from "../../../provider/platform/requestLog.js";
import { openedFolder } from "../../support/opened-folder.js";
import { type RawResponse, systemClock } from "../../support/provider.js";

const page = (name: string) => readFileSync(join(__dirname, "../../../docs", name), "utf8");
const section = (text: string, title: string) => text.split(`\n## ${title}\n`)[1]?.split("\n## ")[0] ?? "";
const shown = section(page("how-to/troubleshooting.md"), "See what a run sent");

const folder = openedFolder("request-log");

let log: string;
beforeAll(async () => {
  const file = join(folder, "requests.jsonl");
  const plain = (text: string) => text;
  const add = (method: string, route: string, attempt: number, name: string, outcome: RawResponse | Error) => {
    const origin = { name: () => name, connection: "staging", redact: plain, warn: plain };
    const respond = async () => {
      if (outcome instanceof Error) throw outcome;
      return outcome;
    };
    const logged = { route, path: `${route}?${name}`, attempt, origin, redact: plain };
    const request = { method, path: "", headers: {}, logged };
    return logging(respond, file, systemClock)(request, new AbortController().signal).catch(() => undefined);
  };
  const response = (status: number) => ({ status, headers: { "x-request-id": `id-${status}` }, text: "{}" });
  await add("GET", "/a", 1, 'Container "web"', response(200));
  await add("GET", "/a", 1, 'Container "web-2"', response(503));
  await add("GET", "/a", 2, 'Container "webs"', response(200));
  await add("POST", "/b", 1, "getContainers", Object.assign(new Error("no"), { code: "ECONNREFUSED" }));
  log = readFileSync(file, "utf8");
});

/** The lines that a command of the page prints. */
async function run(command: string): Promise<string[]> {
  const [, flags = "", filter = ""] = /^jq ((?:-\w )*)'(.*)' requests\.jsonl$/.exec(command) ?? [];
  return (await raw(log, filter, flags.trim().split(" "))).split("\n").filter((line) => line !== "");
}

describe("troubleshooting page: commands that evaluate a request log", () => {
  const commands = [...shown.matchAll(/^(jq .*)$/gm)].map((match) => match[1] as string);

  it("are five", () => expect(commands).toHaveLength(5));

  it("list the slowest requests first", async () => {
    const rows = (await run(commands[0] as string)).map((row) => row.split("\t"));
    const times = rows.map(([milliseconds]) => Number(milliseconds));
    expect(times).toEqual([...times].sort((a, b) => b - a));
    expect(rows).toContainEqual([expect.any(String), "POST", "/b?getContainers", "getContainers"]);
    expect(rows).toHaveLength(4);
  });

  it("list failures", async () => {
    const rows = (await run(commands[1] as string)).map((row) => row.split("\t").slice(1));
    expect(rows).toEqual([
      ["503", "GET", '/a?Container "web-2"', "id-503"],
      // What is empty at the end of the output is trimmed here.
      ["ECONNREFUSED", "POST", "/b?getContainers"],
    ]);
  });

  it("count requests by route", async () => {
    expect(await run(commands[2] as string)).toEqual(["3\tGET\t/a", "1\tPOST\t/b"]);
  });

  it("list retries, and the requests for a resource", async () => {
    const [retries, ofWeb] = await Promise.all([run(commands[3] as string), run(commands[4] as string)]);
    expect(retries.map((line) => JSON.parse(line).attempt)).toEqual([2]);
    expect(ofWeb.map((line) => JSON.parse(line).for)).toEqual(['Container "web"', 'Container "web-2"']);
  });
});

describe("documented members of a request log line", () => {
  const membersOf = (line: string) => Object.keys(JSON.parse(line));

  it("are exactly those in the table of the configuration page", () => {
    const table = section(page("configuration.md"), "Log of requests");
    const rows = [...table.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell = ""]) => cell.match(/\w+/g) ?? []);
    const logged = new Set(log.trim().split("\n").flatMap(membersOf));
    expect(new Set(rows)).toEqual(logged);
  });

  it("are exactly those of the example on the troubleshooting page", () => {
    const line = /```json\n(.*)\n```/.exec(shown)?.[1] ?? "";
    const logged = new Set(log.trim().split("\n").flatMap(membersOf));
    expect(new Set(["connection", "error", ...membersOf(line)])).toEqual(logged);
  });
});
