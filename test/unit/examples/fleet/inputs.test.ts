/** What the example `fleet` refuses before anything starts: command lines, files of environments, variables of workers. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { readCommandLine } from "../../../../examples/fleet/commandLine.js";
import { checked, entries, rollout, variables } from "../../../../examples/fleet/inputs.js";
import { masking } from "../../../../examples/fleet/platformFiles.js";

describe("fleet: command line", () => {
  it.each([
    ["up", { command: "up", names: [], "at-once": 20 }],
    ["up a b --waves 1,10%,2.5%,100% --failures 0 --at-once 1", { waves: ["1", "10%", "2.5%", "100%"], failures: 0 }],
    ["--work up --previous", { command: "up", work: true, previous: true }],
    ["destroy --all", { command: "destroy", names: [] }],
    ["status --json", { command: "status", json: true }],
    ["import file.json", { command: "import", names: ["file.json"] }],
  ])("accepts '%s'", (line, read) => {
    expect(readCommandLine(line.split(" "))).toMatchObject(read);
  });

  it.each([
    ["", /^npm start -- import FILE/],
    ["deploy", /^npm start -- import FILE/],
    ["constructor", /^npm start -- import FILE/],
    ["up --wave 1", /--wave/],
    ["up --at-once 0", "  at-once: must be at least 1"],
    ["up --at-once 2.5", "  at-once: must be an integer"],
    ["up --at-once=", "  at-once: must be an integer"],
    ["up --failures=", "  failures: must be an integer"],
    ["up --waves 1,10x", "  waves[1]: must be a number of environments from 1"],
    ["up --waves 1,,3", "  waves[1]: must be a number of environments from 1"],
    ["up --waves 0", "  waves[0]: must be"],
    ["up --waves 0%", "  waves[0]: must be"],
    ["up --waves 101%", "  waves[0]: must be"],
    ["up --waves 1e3", "  waves[0]: must be"],
    ["up a --all", "but not both"],
    ["destroy", "Name environments, or use --all."],
    ["destroy --all --previous", "destroy has no option --previous."],
    ["status a", "status takes no names, but got a."],
    ["import", "Name one file to import."],
    ["import a.json b.json", "Name one file to import."],
  ])("refuses '%s'", (line, message) => {
    expect(() => readCommandLine(line.split(" ").filter((word) => word !== ""))).toThrow(message);
  });
});

const id = "f1ee7000-0000-4000-8000-000000000001";
const entry = { name: "shop-1", platform: "eu", settings: { environmentId: id, registryId: id, tag: "1" } };

describe("fleet: file of environments", () => {
  it("is accepted with all its fields", () => {
    const all = [entry, { ...entry, name: "shop-2", timeoutMinutes: 0.5, attempts: 1 }];
    expect(checked("file", entries, all)).toEqual(all);
  });

  it.each<[what: string, unknown, string]>([
    ["no list of environments", { name: "x" }, "  must be a list of environments"],
    [
      "an environment without a platform",
      [{ ...entry, platform: undefined }],
      "  [0].platform: must be the name of a platform",
    ],
    ["the path of a platform", [{ ...entry, platform: "../eu" }], "  [0].platform: must be the name of a platform"],
    [
      "an environment without a name",
      [entry, { ...entry, name: undefined }],
      "  [1].name: must be the name of an environment",
    ],
    ["a name with a space", [{ ...entry, name: "a b" }], "  [0].name: must be 1 to 100 letters"],
    ["the same name twice", [entry, entry], '  [1].name: "shop-1" is there twice'],
    ["no settings", [{ ...entry, settings: undefined }], "  [0].settings: "],
    ["a setting that isn't a text", [{ ...entry, settings: { ...entry.settings, tag: 1 } }], "  [0].settings.tag: "],
    [
      "an environmentId that isn't a UUID",
      [{ ...entry, settings: { ...entry.settings, environmentId: "staging" } }],
      "  [0].settings.environmentId: ",
    ],
    ["an unknown setting", [{ ...entry, settings: { ...entry.settings, tags: "1" } }], "tags"],
    ["an unknown field", [{ ...entry, platforms: "eu" }], "platforms"],
    ["a timeoutMinutes of 0", [{ ...entry, timeoutMinutes: 0 }], "  [0].timeoutMinutes: "],
    ["a timeoutMinutes that isn't a number", [{ ...entry, timeoutMinutes: "30" }], "  [0].timeoutMinutes: "],
    ["attempts of 0", [{ ...entry, attempts: 0 }], "  [0].attempts: must be at least 1"],
  ])("is refused with %s", (_what, file, message) => {
    expect(() => checked("file", entries, file)).toThrow(message);
  });
});

describe("fleet: scheduled rollout", () => {
  it.each<[what: string, object, string]>([
    ["an unknown operation", { operation: "deploy" }, "  operation: "],
    ["an unknown field", { operation: "up", perplatform: 1 }, "perplatform"],
    ["perPlatform of 0", { operation: "up", perPlatform: 0 }, "  perPlatform: must be at least 1"],
    [
      "a wave that isn't a number",
      { operation: "up", waves: ["ten"] },
      "  waves[0]: must be a number of environments from 1",
    ],
    ["failures below 0", { operation: "up", failures: -1 }, "  failures: must be at least 0"],
    [
      "a destroy without names or `all`",
      { operation: "destroy" },
      "  names: must name environments, or `all` must be true",
    ],
    ["an unlock without names or `all`", { operation: "unlock", all: false }, "  names: must name environments"],
  ])("is refused with %s", (_what, specified, message) => {
    expect(checked("rollout", rollout, { operation: "preview" })).toEqual({ operation: "preview" });
    expect(() => checked("rollout", rollout, specified)).toThrow(message);
  });
});

describe("fleet: masking", () => {
  const secret = "p@ss w/rd";
  const address = `postgres://user:${encodeURIComponent(secret)}@db/pulumi?key=${encodeURIComponent("k&y-1")}`;
  const hide = masking({ APP_PLATFORM_TOKEN: "eyJ.token", PULUMI_BACKEND_URL: address, EMPTY: "" });

  it.each([
    ["a value", "Bearer eyJ.token was refused", "Bearer *** was refused"],
    ["an address", `open ${address}: refused`, "open ***: refused"],
    ["the decoded password of an address", `for ${secret}`, "for ***"],
    ["the encoded password of an address", `for ${encodeURIComponent(secret)}`, "for ***"],
    ["a value in the query of an address", "key k&y-1 and k%26y-1", "key *** and ***"],
    ["nothing without a secret", "connection refused", "connection refused"],
  ])("masks %s", (_, text, masked) => {
    expect(hide(text)).toBe(masked);
  });
});

describe("fleet: deployment manifest", () => {
  it("sets only variables of a worker or Temporal, and gives runs more than 30 minutes to end", () => {
    const manifest = parse(readFileSync(join(__dirname, "../../../../examples/fleet/kubernetes.yaml"), "utf8"));
    const { terminationGracePeriodSeconds, containers } = manifest.spec.template.spec;
    const names: string[] = containers[0].env.map(({ name }: { name: string }) => name);
    const known = [...Object.keys(variables.shape), "FLEET_VARIABLES", "TEMPORAL_ADDRESS"];
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
    expect(terminationGracePeriodSeconds).toBeGreaterThan(30 * 60);
    const set = Object.fromEntries(
      containers[0].env.map(({ name, value }: { name: string; value: string }) => [name, value]),
    );
    expect(checked("variables", variables, set)).toMatchObject({ FLEET_PLATFORMS: [{ name: "eu", runs: 4 }] });
  });
});

describe("fleet: variables of a worker", () => {
  it("set its platforms and their parallel runs (FLEET_PLATFORMS)", () => {
    expect(checked("variables", variables, { FLEET_PLATFORMS: "eu:4,us" })).toEqual({
      FLEET_PLATFORMS: [
        { name: "eu", runs: 4 },
        { name: "us", runs: 2 },
      ],
    });
  });

  it.each([
    ["no FLEET_PLATFORMS", {}, "  FLEET_PLATFORMS: must name the platforms"],
    ["the same platform twice", { FLEET_PLATFORMS: "eu:4,eu:2" }, '  FLEET_PLATFORMS[1].name: "eu" is there twice'],
    ["no runs of a platform", { FLEET_PLATFORMS: "eu:0" }, "  FLEET_PLATFORMS[0].runs: must be at least 1"],
    ["runs that aren't a number", { FLEET_PLATFORMS: "eu:many" }, "  FLEET_PLATFORMS[0].runs: must be an integer"],
    [
      "FLEET_STOP_SECONDS that isn't a number",
      { FLEET_PLATFORMS: "eu", FLEET_STOP_SECONDS: "soon" },
      "  FLEET_STOP_SECONDS: must be an integer",
    ],
    [
      "FLEET_METRICS without a host",
      { FLEET_PLATFORMS: "eu", FLEET_METRICS: "9464" },
      "  FLEET_METRICS: must be an address with a port",
    ],
  ])("are refused with %s", (_what, specified, message) => {
    expect(() => checked("variables", variables, specified)).toThrow(message);
  });
});
