/** What the command line shows of environments and states, without a platform. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { collectVersions, secondsOf } from "../../../cli/arguments.js";
import { diffText, isDifferent } from "../../../cli/diff/diffText.js";
import { diffStack } from "../../../cli/diff/stackDiff.js";
import { stateValues } from "../../../cli/diff/stateValues.js";
import type { EnvironmentView, ServiceView } from "../../../cli/environment/environmentView.js";
import { changeLines, rewriting } from "../../../cli/environment/watch.js";
import { control, jsonText, printable, screenOn } from "../../../cli/screen.js";
import { tableText } from "../../../cli/table.js";
import { ago, durationText } from "../../../cli/times.js";
import { UNKNOWN } from "../../support/provider.js";
import { holds } from "../../support/seeds.js";

const columns = [{ title: "KIND" }, { title: "NAME", shrinks: true }, { title: "STATE" }];

describe("a table", () => {
  it("aligns its columns, and ends no line with spaces", () => {
    const lines = tableText(columns, [
      ["Job", "a", "READY"],
      ["Database", "longer", ""],
    ]);
    expect(lines).toEqual(["KIND      NAME    STATE", "Job       a       READY", "Database  longer"]);
  });

  it("shortens the column that may be shortened, so that no line is wider than the terminal", () => {
    const lines = tableText(columns, [["Job", "a-name-that-is-much-too-long", "READY"]], 30);
    expect(lines[1]).toBe("Job   a-name-that-is-m…  READY");
    expect(lines.every((line) => line.length <= 30)).toBe(true);
  });

  it("cuts its lines where no column can be shortened any more", () => {
    const [, line] = tableText(columns, [["TerraformService", "network-of-the-shop", "READY"]], 20);
    expect(line).toBe("TerraformService  n…");
  });

  it("keeps a name with line breaks or control characters on its line", () => {
    expect(tableText(columns, [["Job", "a\n\u001b[2Jb", "READY"]])[1]).toBe("Job   a [2Jb  READY");
  });
});

describe("a time", () => {
  const now = Date.parse("2026-03-04T12:00:00Z");
  const ages: [string, string | undefined, string][] = [
    ["in the future, by a clock that is ahead", "2026-03-04T12:00:05Z", "now"],
    ["of a second", "2026-03-04T11:59:59Z", "1 second ago"],
    ["of minutes", "2026-03-04T11:57:01Z", "2 minutes ago"],
    ["of hours", "2026-03-04T09:00:00Z", "3 hours ago"],
    ["of days", "2026-02-01T00:00:00Z", "31 days ago"],
    ["that is missing", undefined, "never"],
    ["that isn't a time", "soon", "never"],
  ];
  it.each(ages)("%s is shown relative to now", (_, date, text) => expect(ago(date, now)).toBe(text));

  it("that passed is shown in minutes and seconds", () => {
    expect([durationText(59), durationText(75), durationText(null)]).toEqual(["59 s", "1 min 15 s", "–"]);
  });
});

describe("an option", () => {
  it("collects versions, also of services whose names contain =", () => {
    expect(collectVersions("a=b=1.28", collectVersions("web=1"))).toEqual([
      { service: "web", version: "1" },
      { service: "a=b", version: "1.28" },
    ]);
  });

  it.each(["web", "=1", "web=", " =1"])("refuses %j as a version", (text) => {
    expect(() => collectVersions(text)).toThrow("must be a service and its version");
  });

  it.each(["0", "-1", "1.5", "1m", "", "1000000", "1e3"])("refuses %j seconds", (text) => {
    expect(() => secondsOf(text)).toThrow("must be an integer from 1 to 999999");
  });
});

const service = (id: string, changes: Partial<ServiceView> = {}): ServiceView => ({
  ...{ kind: "Container", id, name: id, version: "1", state: "READY", deploymentStatus: "UP_TO_DATE" },
  ...{ lastDeploymentDate: null, deploymentRequestId: null, isPartOfLastDeployment: null, ...changes },
});
const view = (...services: ServiceView[]): EnvironmentView => ({ environmentId: "e", environment: null, services });

describe("what a screen writes", () => {
  // As with the unit "binary", which takes a second to list what it contains.
  const anyText = fc.string({ unit: fc.nat({ max: 0x10ffff }).map((code) => String.fromCodePoint(code)) });
  const hostile = "\u001b]0;title\u0007web\u009b31m\u202e\r\u2028\u{e0041}\ud800";

  it("contains no control characters but the command's own, whatever a text contains", async () => {
    expect(printable(`${control("\u001b[1m")}${hostile}${control("\u001b[0m")}\n\tfür 🎉`)).toBe(
      "\u001b[1m ]0;title web 31m     \u001b[0m\n\tfür 🎉",
    );
    await holds(
      fc.property(anyText, (text) => {
        expect(printable(text)).not.toMatch(/[^\P{Cc}\n\t]|\p{Cf}/u);
      }),
      100,
    );
  });

  it.each([
    ["are the platform's if something else than a terminal reads standard output", { isTTY: false, isData: true }],
    ["are cleaned for a terminal", { isTTY: true, isData: true }],
    ["are cleaned in messages, whatever reads them", { isTTY: false, isData: false }],
  ])("contains values that %s", (_, { isTTY, isData }) => {
    let written = "";
    const write = (text: string) => {
      written += text;
    };
    screenOn({ isTTY, write }, isData).write(`${control("\u001b[1m")}${hostile}\u{1f469}\u200d\u{1f4bb}`);
    expect(written).toBe(
      isTTY || !isData
        ? "\u001b[1m ]0;title web 31m     \u{1f469} \u{1f4bb}"
        : `\u001b[1m${hostile}\u{1f469}\u200d\u{1f4bb}`,
    );
  });

  it("is, as JSON, the same value in printable characters", async () => {
    await holds(
      fc.property(anyText, (text) => {
        const document = jsonText({ [text]: [hostile, text] }, 2);
        expect(document).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
        expect(JSON.parse(document)).toEqual({ [text]: [hostile, text] });
      }),
      100,
    );
  });

  it("is the only way to the terminal", () => {
    const root = join(__dirname, "../../../cli");
    const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
    const writes = /\bstd(out|err)\.write|console\.\w+\(/;
    expect(files.filter((file) => writes.test(readFileSync(join(root, file), "utf8")))).toEqual([]);
  });
});

describe("a watch", () => {
  it("says which services are new, changed or gone", () => {
    const before = view(service("a"), service("b"), service("c"));
    const after = view(service("a"), service("b", { state: "DEPLOYING", version: "2" }), service("d", { name: null }));
    expect(changeLines(before, after)).toEqual([
      'Container "b": READY → DEPLOYING, version 1 → 2',
      "Container with id d is new: READY",
      'Container "c" is gone',
    ]);
  });

  it("says what is new, renamed or gone", () => {
    const other = (id: string, name: string | null = id) => ({ kind: "StaticSite", id, name });
    const before = { ...view(), others: [other("a"), other("b"), other("c")] };
    const after = { ...view(), others: [other("a"), other("b", "B"), other("d", null)] };
    expect(changeLines(before, after)).toEqual([
      'StaticSite "B": name b → B',
      "StaticSite with id d is new",
      'StaticSite "c" is gone',
    ]);
  });

  it("rewrites exactly the lines that it wrote, and never more than the terminal has", () => {
    let written = "";
    const show = rewriting({ columns: 20, rows: 4, write: (text) => (written += printable(text)) }, ({ services }) =>
      services.map(({ id }) => id),
    );
    show(view(service("a")), undefined);
    show(view(...["a", "b", "c", "d", "e"].map((id) => service(id))), undefined);
    show(view(service("z")), undefined);
    expect(written).toBe("a\n\u001b[1A\u001b[0Ja\nb\n… and 3 more lines\n\u001b[3A\u001b[0Jz\n");
  });
});

it("a diff says about a kind of a newer version that it cannot be compared, which isn't a difference", async () => {
  const gadget = { urn: "urn:pulumi:dev::shop::gadget", kind: "Gadget", id: "7", inputs: {}, outputs: {} };
  const found = await diffStack([gadget], () => Promise.reject(new Error("no platform is needed")));
  expect(isDifferent(found)).toBe(false);
  expect(diffText(found)).toBe(
    "Gadget with id 7 can't be read: this version of the package doesn't know the kind\n\n1 resource: 0 unchanged, 0 changed, 0 gone, 1 not readable",
  );
});

describe("the values of a state", () => {
  const signature = "4dabf18193072939515e22adb298388d";
  const mark = { [signature]: "1b47061264138c4ac30d75fd1eb44270" };

  it("are unknown where they are encrypted, at any depth, with the names of those arguments", () => {
    const encrypted = { ...mark, ciphertext: "v1:x" };
    expect(stateValues({ cpu: 500, arguments: ["--a", encrypted], token: encrypted })).toEqual({
      values: { cpu: 500, arguments: ["--a", UNKNOWN], token: UNKNOWN },
      secrets: ["arguments", "token"],
      encrypted: ["arguments", "token"],
    });
  });

  it("are plain text where they were decrypted, with the names of those arguments", () => {
    const inner = JSON.stringify({ a: [1], b: { ...mark, plaintext: "2" } });
    const given = { nested: { list: [{ ...mark, plaintext: inner }] }, text: { ...mark, plaintext: '"s"' } };
    expect(stateValues(given)).toEqual({
      values: { nested: { list: [{ a: [1], b: 2 }] }, text: "s" },
      secrets: ["nested", "text"],
      encrypted: [],
    });
  });

  it("have nothing in place of the engine's other objects, such as assets", () => {
    const asset = { [signature]: "c44067f5952c0a294b673a41bacd8c17", hash: "x" };
    expect(stateValues({ asset })).toEqual({ values: { asset: UNKNOWN }, secrets: [], encrypted: [] });
  });
});
