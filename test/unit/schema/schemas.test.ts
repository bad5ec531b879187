import { describe, expect, it } from "vitest";
import { pathText } from "../../../provider/schema/equality.js";
import * as schemas from "../../../provider/schema/schemas.js";
import { type Issue, validate } from "../../../provider/values/validate.js";
import {
  application,
  container,
  database,
  type Fixture,
  helmService,
  ids,
  job,
  terraformService,
} from "../../kinds/fixtures.js";
import { UNKNOWN, type Value, type Values } from "../../support/provider.js";
import { definitionOf } from "../support/fake-platform.js";

const issuesOf = ({ kind, program, path }: Fixture, edit: Values, purpose: "create" | "update" = "create"): Issue[] =>
  validate(definitionOf(kind), { ...program, ...path, ...edit }, purpose);

const pathsOf = (fixture: Fixture, edit: Values) => issuesOf(fixture, edit).map(({ path }) => path);

/** A value for an argument, and the paths that are wrong in it. */
type Row = readonly [title: string, value: Value, ...wrong: string[]];

const table = (fixture: Fixture, arg: string, rows: readonly Row[]) =>
  rows.map(([title, value, ...wrong]) => {
    const verb = wrong.length > 0 ? "refuse" : "accept";
    return [verb, arg, title, { fixture, value, wrong }] as const;
  });

const probe = (type: Value) => ({ readinessProbe: { type } });
const port = (edit: Values) => ({ internalPort: 80, publiclyAccessible: true, ...edit });
const disk = (edit: Values) => ({ type: "FAST_SSD", size: 4, mountPoint: "/data", ...edit });
const bare = { scalerType: "cpu", role: "PRIMARY" };
const scaler = (edit: Values) => ({ ...bare, configYaml: "a: 1", ...edit });
const scaling = (...scalers: Value[]) => ({ mode: "KEDA", scalers });

const probeType = "healthchecks.readinessProbe.type";
const probes = table(container, "healthchecks", [
  ["no probe", {}],
  ["a TCP probe without a host", probe({ tcp: { port: 65535, host: null } })],
  ["an empty type", probe({}), probeType],
  ["two types", probe({ tcp: { port: 1 }, http: { port: 1 } }), probeType],
  ["one type and null", probe({ tcp: { port: 1 }, http: null })],
  ["an unknown type", probe({ udp: { port: 1 } }), `${probeType}.udp`, probeType],
  ["no type", { readinessProbe: {} }, probeType],
]);

const rewritten = { publicPath: "/a", publicPathRewrite: "/" };
const ports = table(container, "ports", [
  ["a public port with all it may have", [port({ ...rewritten, externalPort: 443, protocol: "GRPC" })]],
  ["a default port", [port({ isDefault: true }), port({ internalPort: 81, isDefault: false })]],
  ["two default ports", [port({ isDefault: true }), port({ internalPort: 81, isDefault: true })], "ports[1].isDefault"],
  ["a private port's externalPort", [port({ publiclyAccessible: false, externalPort: 443 })], "ports[0].externalPort"],
  ["a path of a private port", [port({ publiclyAccessible: false, publicPath: "/" })], "ports[0].publicPath"],
  ["a path of a TCP port", [port({ protocol: "TCP", publicPath: "/" })], "ports[0].publicPath"],
  ["the same number twice", [port({}), port({ name: "b" })], "ports[1].internalPort"],
  ["the same name twice", [port({ name: "a" }), port({ internalPort: 81, name: "a" })], "ports[1].name"],
  ["null instead of a port", [null], "ports[0]"],
]);

const storage = table(container, "storage", [
  ["two disks", [disk({}), disk({ mountPoint: "/cache" })]],
  ["the same mount point twice", [disk({}), disk({})], "storage[1].mountPoint"],
]);

const scalers = table(container, "autoscaling", [
  ["JSON", scaling({ scalerType: "cpu", role: "SAFETY", configJson: { a: 1 } })],
  ["no scaler", scaling(), "autoscaling.scalers"],
  ["no enabled scaler", scaling(scaler({ enabled: false })), "autoscaling.scalers"],
  ["JSON and YAML", scaling(scaler({ configJson: {} })), "autoscaling.scalers[0]"],
  ["neither JSON nor YAML", scaling(bare), "autoscaling.scalers[0]"],
  ["JSON that isn't an object", scaling({ ...bare, configJson: "{}" }), "autoscaling.scalers[0].configJson"],
]);

const docker = { gitRepository: { url: "https://github.com/acme/a.git", provider: "GITHUB" } };
const image = { imageName: "a/b", tag: "1", registryId: ids.registry };
const sources = table(job, "source", [
  ["a Dockerfile as text", { docker: { ...docker, dockerfileRaw: "FROM scratch" } }],
  ["neither image nor docker", {}, "source"],
  ["image and docker", { image, docker: { ...docker, dockerfilePath: "D" } }, "source"],
  ["no Dockerfile", { docker }, "source.docker"],
  ["two Dockerfiles", { docker: { ...docker, dockerfilePath: "D", dockerfileRaw: "FROM scratch" } }, "source.docker"],
]);

const schedules = table(job, "schedule", [
  ["all events", { onStart: {}, onStop: {}, onDelete: {}, lifecycleType: "CLOUDFORMATION" }],
  ["a schedule and null for an event", { cronjob: { scheduledAt: "0 4 * * *" }, onStart: null }],
  ["neither a schedule nor an event", {}, "schedule"],
  ["a schedule and an event", { cronjob: { scheduledAt: "0 4 * * *" }, onStart: {} }, "schedule"],
  ["a schedule and a lifecycle", { cronjob: { scheduledAt: "0 4 * * *" }, lifecycleType: "GENERIC" }, "schedule"],
  ["a lifecycle without an event", { lifecycleType: "GENERIC" }, "schedule"],
  ["a lifecycle with null for each event", { lifecycleType: "GENERIC", onStart: null, onStop: null }, "schedule"],
]);

const fragments = table(terraformService, "dockerfileFragment", [
  ["none", null],
  ["a file", { type: "file", path: "a" }],
  ["8192 bytes of text", { type: "inline", content: "x".repeat(8192) }],
  ["a file with text", { type: "file", content: "a" }, "dockerfileFragment.content"],
  ["text with a path", { type: "inline", path: "a" }, "dockerfileFragment.path"],
  ["a file and text", { type: "file", path: "a", content: "a" }, "dockerfileFragment", "dockerfileFragment.content"],
  ["neither a path nor content", { type: "file" }, "dockerfileFragment"],
]);

const backends = table(terraformService, "backend", [
  ["kubernetes", { kubernetes: {} }],
  ["neither kubernetes nor userProvided", {}, "backend"],
  ["kubernetes and userProvided", { kubernetes: {}, userProvided: {} }, "backend"],
  ["s3", { s3: {} }, "backend.s3", "backend"],
]);

const asset = { "4dabf18193072939515e22adb298388d": "c44067f5952c0a294b673a41bacd8c17", text: "a" };

describe("rules of the platform", () => {
  const others = [...probes, ...ports, ...storage, ...sources, ...schedules, ...fragments, ...backends];
  it.each([...scalers, ...others])("%s %s with %s", (_verb, arg, _title, { fixture, value, wrong }) => {
    const more = arg === "autoscaling" ? { minRunningInstances: 1, maxRunningInstances: 2 } : {};
    expect(pathsOf(fixture, { ...more, [arg]: value })).toEqual(wrong);
  });

  it("name the other default port if two ports are the default", () => {
    const two = [port({ isDefault: true }), port({ internalPort: 81, isDefault: true })];
    const expected = "is true, as for item 0: only one port can be the default";
    expect(issuesOf(container, { ports: two })).toEqual([{ path: "ports[1].isDefault", expected }]);
  });

  it.each<["accept" | "refuse", number | undefined, number | undefined, "with" | "without"]>([
    ["accept", 1, 1, "without"],
    ["accept", 0, 0, "without"],
    ["refuse", 2, 1, "without"],
    ["refuse", 2, undefined, "without"],
    ["refuse", undefined, 0, "without"],
    ["accept", 9, -1, "without"],
    ["refuse", 1, 1, "with"],
    ["accept", 1, 2, "with"],
    ["refuse", undefined, undefined, "with"],
    ["accept", 1, -1, "with"],
    ["accept", 0, undefined, "with"],
  ])("%s minRunningInstances %s and maxRunningInstances %s %s autoscaling", (verb, min, max, scaled) => {
    for (const fixture of [application, container]) {
      const { minRunningInstances: _, maxRunningInstances: __, autoscaling, ...program } = fixture.program;
      const edit = {
        ...(min === undefined ? {} : { minRunningInstances: min }),
        ...(max === undefined ? {} : { maxRunningInstances: max }),
        ...(scaled === "with" ? { autoscaling } : {}),
      };
      const found = issuesOf({ ...fixture, program }, edit).map(({ path }) => path);
      expect(found).toEqual(verb === "accept" ? [] : ["minRunningInstances"]);
    }
  });

  it("ignore the default of maxRunningInstances if an update omits it", () => {
    const { maxRunningInstances: _, autoscaling: __, ...program } = container.program;
    expect(issuesOf({ ...container, program }, { minRunningInstances: 7 }, "update")).toEqual([]);
  });

  it("require dockerfilePath when an application is created", () => {
    const { dockerfilePath: _, ...program } = application.program;
    expect(pathsOf({ ...application, program }, {})).toEqual(["dockerfilePath"]);
    expect(pathsOf(application, { dockerfilePath: "" })).toEqual(["dockerfilePath"]);
    const { buildMode: __, ...edited } = program;
    expect(issuesOf({ ...application, program: edited }, {}, "update")).toEqual([]);
  });

  it("refuse an empty key in `valuesOverride.setString`", () => {
    expect(pathsOf(helmService, { valuesOverride: { setString: { "": "a", b: "" } } })).toEqual([
      "valuesOverride.setString",
    ]);
  });

  it.each<[string, Values, string[]]>([
    ["instanceType and diskType in mode MANAGED", { mode: "MANAGED", instanceType: "a", diskType: "gp2" }, []],
    ["instanceType in mode CONTAINER", { mode: "CONTAINER", instanceType: "a" }, ["instanceType"]],
    ["diskType in mode CONTAINER", { mode: "CONTAINER", diskType: "gp3" }, ["diskType"]],
    ["an unknown diskType", { mode: "MANAGED", diskType: "io2" }, ["diskType"]],
    ["the type POSTGRES", { mode: "MANAGED", type: "POSTGRES" }, ["type"]],
    ["instanceType in an unknown mode", { mode: UNKNOWN, instanceType: "a" }, []],
  ])("report $2 as invalid for a database with %s", (_, edit, wrong) => {
    const { diskType: __, instanceType: ___, ...program } = database.program;
    expect(pathsOf({ ...database, program }, edit)).toEqual(wrong);
  });
});

describe("rules with unknown values", () => {
  it.each<[string, Fixture, Values]>([
    ["externalPort of a port", container, { ports: [port({ publiclyAccessible: false, externalPort: UNKNOWN })] }],
    ["publiclyAccessible of a port", container, { ports: [port({ publiclyAccessible: UNKNOWN, externalPort: 443 })] }],
    ["one of two checks of a probe", container, { healthchecks: probe({ tcp: UNKNOWN, http: { port: 1 } }) }],
    ["internalPort of ports", container, { ports: [port({ internalPort: UNKNOWN }), port({ internalPort: UNKNOWN })] }],
    ["a port", container, { ports: [UNKNOWN, port({ isDefault: true })] }],
    ["maxRunningInstances", container, { minRunningInstances: 9, maxRunningInstances: UNKNOWN, autoscaling: UNKNOWN }],
    ["enabled of a scaler", container, { autoscaling: scaling(scaler({ enabled: UNKNOWN })) }],
    ["source of a job", job, { source: { image: UNKNOWN, docker: UNKNOWN } }],
    ["an event", job, { schedule: { onStart: UNKNOWN, lifecycleType: "GENERIC" } }],
    ["type of a Dockerfile fragment", terraformService, { dockerfileFragment: { type: UNKNOWN, content: "a" } }],
  ])("are skipped if a value is unknown: %s", (_, fixture, edit) => {
    expect(issuesOf(fixture, edit)).toEqual([]);
  });
});

describe("free-form JSON", () => {
  it.each<[title: string, value: unknown, path: readonly (string | number)[]]>([
    ["NaN", { a: Number.NaN }, ["a"]],
    ["an infinite number", { a: { b: Number.POSITIVE_INFINITY } }, ["a", "b"]],
    ["a negative infinite number", { a: [1, Number.NEGATIVE_INFINITY] }, ["a", 1]],
    ["an asset", { a: [{ b: asset }] }, ["a", 0, "b"]],
  ])("refuses %s and reports its path", (_, value, path) => {
    for (const schema of [schemas.freeObject, schemas.setting]) {
      const result = schema.safeParse(value);
      expect(result.success).toBe(false);
    }
    expect(schemas.freeObject.safeParse(value).error?.issues.map((issue) => issue.path)).toEqual([path]);
    const args = { body: value, secretBody: { b: value } } as Values;
    const reported = validate(definitionOf("ApiObject"), args, "update").map((issue) => [issue.path, issue.got]);
    const inside = pathText(path);
    expect(reported).toContainEqual([`body.${inside}`, expect.not.stringContaining("secret")]);
    expect(reported).toContainEqual([`secretBody.b.${inside}`, expect.stringMatching(/^(a secret value|an object)$/)]);
  });

  it.each([
    ["an empty object", {}],
    ["nested values", { a: null, b: [0, -1.5, 1e300, "", false], c: { d: { NaN: "NaN" } } }],
    ["members with an empty name and named constructor", { "": "", constructor: { a: 1 } }],
  ])("accepts %s unchanged", (_what, value) => {
    expect(schemas.freeObject.parse(value)).toEqual(value);
    expect(schemas.setting.parse(value)).toEqual(value);
  });
});
