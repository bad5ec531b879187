import { describe, expect, it } from "vitest";
import type { Field } from "../../provider/schema/field.js";
import type { Value, Values } from "../../provider/schema/json.js";
import { validate } from "../../provider/schema/validate.js";
import { type Place, placesOf, withValue } from "./argument-places.js";
import { fixtures } from "./fixtures/index.js";
import { definitionOf, failureOf, lifecycle } from "./pretend-platform.js";

const everyPlace = fixtures.flatMap((fixture) =>
  placesOf(definitionOf(fixture.kind).body, fixture).map((place) => ({ kind: fixture.kind, place })),
);

/** Bounds from the document (§8) and the choices made for it: values outside, and the last ones inside. */
const bounds: readonly [kinds: RegExp, path: string, outside: readonly Value[], inside: readonly Value[]][] = [
  [/./, "cpu", [0, 32001, -1, 1.5], [1, 32000]],
  [/./, "memory", [0, 131073], [1, 131072]],
  [/./, "gpu", [-1, 9], [0, 8]],
  [/./, "minRunningInstances", [-1], [0]],
  [/./, "maxRunningInstances", [-2], [-1, 0]],
  [/./, "healthchecks.probe.initialDelaySeconds", [-1], [0]],
  [/./, "healthchecks.probe.periodSeconds", [0], [1]],
  [/./, "healthchecks.probe.timeoutSeconds", [0], [1]],
  [/./, "healthchecks.probe.successThreshold", [0], [1]],
  [/./, "healthchecks.probe.failureThreshold", [0], [1]],
  [/./, "healthchecks.probe.type.tcp.port", [0, 65536], [1, 65535]],
  [/./, "healthchecks.probe.type.http.port", [0, 65536], [1, 65535]],
  [/./, "healthchecks.probe.type.grpc.port", [0, 65536], [1, 65535]],
  [/./, "healthchecks.probe.type.exec.command", [[]], [["true"]]],
  [/./, "storage[].size", [3, 4.5], [4]],
  [/./, "storage[].mountPoint", [""], ["/"]],
  [/./, "ports[].internalPort", [0, 65536], [1, 65535]],
  [/./, "ports[].externalPort", [0, 65536], [1, 65535]],
  [/./, "ports[].name", [""], ["a"]],
  [/./, "autoscaling.pollingIntervalSeconds", [0], [1]],
  [/./, "autoscaling.cooldownPeriodSeconds", [-1], [0]],
  [/./, "autoscaling.scalers[].scalerType", [""], ["a"]],
  [/./, "autoscaling.scalers[].triggerAuthentication.name", [""], ["a"]],
  [
    /Application|Container|Job|Database|Cluster/,
    "name",
    ["", "  ", "x".repeat(129)],
    ["x", "x".repeat(128), ` ${"x".repeat(128)} `],
  ],
  [/TerraformService/, "name", ["", "x".repeat(129)], ["x".repeat(128)]],
  [/./, "gitRepository.branch", [""], ["a"]],
  [/./, "source.docker.gitRepository.branch", [""], ["a"]],
  [/Container/, "tag", [""], ["a"]],
  [/Job/, "maxNbRestart", [-1], [0]],
  [/Job/, "maxDurationSeconds", [-1], [0]],
  [/Job/, "port", [0, 65536], [1, 65535]],
  [/Job/, "source.image.tag", [""], ["a"]],
  [/Job/, "source.docker.dockerfilePath", [""], ["a"]],
  [/Job/, "source.docker.dockerfileRaw", [""], ["a"]],
  [/Database/, "storage", [0], [1]],
  [/Database/, "version", [""], ["16"]],
  [/Database/, "instanceType", [""], ["a"]],
  [/TerraformService/, "terraformFilesSource.gitRepository.branch", [""], ["a"]],
  [/TerraformService/, "terraformVariablesSource.tfVars[].key", [""], ["a"]],
  [/TerraformService/, "providerVersion.explicitVersion", [""], ["1"]],
  [/TerraformService/, "jobResources.cpuMilli", [0, 32001], [1, 32000]],
  [/TerraformService/, "jobResources.ramMib", [0, 131073], [1, 131072]],
  [/TerraformService/, "jobResources.gpu", [-1, 9], [0, 8]],
  [/TerraformService/, "jobResources.storageGib", [0], [1]],
  [/TerraformService/, "timeoutSec", [-1], [0]],
  [/TerraformService/, "dockerfileFragment.path", [""], ["a"]],
  [/TerraformService/, "dockerfileFragment.content", ["x".repeat(8193)], ["x".repeat(8192)]],
  [/Cluster/, "region", [""], ["a"]],
  [/Cluster/, "minRunningNodes", [-1], [0]],
  [/Cluster/, "maxRunningNodes", [-1], [0]],
  [/Cluster/, "diskSize", [0], [1]],
  [/Cluster/, "diskIops", [2999, 16001], [3000, 16000]],
  [/Cluster/, "diskThroughput", [124, 1001], [125, 1000]],
  [/Cluster/, "infrastructureChartsParameters.nginxParameters.replicaCount", [-1], [0]],
  [/ArgoCdConfig/, "argocdToken", [""], ["a"]],
  [/DeploymentTrigger/, "timeoutSeconds", [0], [1]],
  [/DeploymentTrigger/, "applications[].gitCommitId", [""], ["a"]],
  [/DeploymentTrigger/, "containers[].imageTag", [""], ["a"]],
  [/DeploymentTrigger/, "jobs[].imageTag", [""], ["a"]],
  [/DeploymentTrigger/, "jobs[].gitCommitId", [""], ["a"]],
  [/DeploymentTrigger/, "helms[].gitCommitId", [""], ["a"]],
  [/DeploymentTrigger/, "terraforms[].gitCommitId", [""], ["a"]],
];

const boundsOf = (kind: string, path: string) => bounds.filter(([kinds, each]) => each === path && kinds.test(kind));
const isBounded = (field: Field) =>
  (field.type === "integer" && (field.min !== undefined || field.max !== undefined)) ||
  (field.type === "string" && (field.minLength ?? field.maxLength ?? field.maxBytes) !== undefined);

const general = (path: string) => path.replace(/\[\d+\]/g, "[]").replace(/(readiness|liveness)Probe/g, "probe");
const issuesOf = (kind: string, place: Place, value: Value) =>
  validate(definitionOf(kind), withValue(place.program, place.steps, value), "create");

describe("the table of bounds", () => {
  it("has every argument that is bounded", () => {
    const missing = everyPlace.filter(
      ({ kind, place }) => isBounded(place.field) && boundsOf(kind, place.general).length === 0,
    );
    expect(missing.map(({ kind, place }) => `${kind} ${place.path}`)).toEqual([]);
  });

  it("has no argument that is not there", () => {
    const found = bounds.filter(
      ([kinds, path]) => !everyPlace.some(({ kind, place }) => kinds.test(kind) && place.general === path),
    );
    expect(found.map(([, path]) => path)).toEqual([]);
  });
});

describe("a bounded argument of", () => {
  it.each(fixtures.map(({ kind }) => kind))("a %s is refused outside its bounds, and told with them", (kind) => {
    for (const { place } of everyPlace.filter((each) => each.kind === kind)) {
      for (const [, path, outside, inside] of boundsOf(kind, place.general)) {
        for (const value of outside) {
          const issues = issuesOf(kind, place, value);
          // A most that is too low is less than the least as well.
          const least = path.startsWith("max") ? path.replace("max", "min") : undefined;
          const paths = issues.map((issue) => general(issue.path)).filter((each) => each !== least);
          expect({ value, paths }).toEqual({ value, paths: [path] });
          expect(issues[0]?.expected).toMatch(/integer (from|of)|not be empty|at (most|least)/);
        }
        for (const value of inside) {
          expect(issuesOf(kind, place, value).filter((issue) => general(issue.path) === path)).toEqual([]);
        }
      }
    }
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 1e300, 2 ** 53])("any kind is no %s", (value) => {
    const integers = everyPlace.filter(({ place }) => place.field.type === "integer");
    for (const { kind, place } of integers) {
      expect(issuesOf(kind, place, value).map(({ path }) => general(path))).toContain(place.general);
    }
  });
});

/** Every secret of the document and of the choices made for it. */
const secretPaths: readonly [kind: string, path: string][] = [
  ["Application", "autoscaling.scalers[].triggerAuthentication.configYaml"],
  ["Container", "autoscaling.scalers[].triggerAuthentication.configYaml"],
  ["TerraformService", "terraformVariablesSource.tfVars[].value"],
  ["Cluster", "metricsParameters.configuration.alerting.specConfigSecret"],
  ["ArgoCdConfig", "argocdToken"],
];

const secrets = secretPaths.map(([kind, path]) => {
  const found = everyPlace.find((each) => each.kind === kind && each.place.general === path)?.place as Place;
  // Only the second variable is secret.
  const steps = found.steps.map((step, index) => (found.steps[index - 1] === "tfVars" ? 1 : step));
  return { kind, path, place: { ...found, steps } };
});

describe("a secret", () => {
  const canary = "canary-in-the-mine";

  it.each(secrets)("of a $kind in $path is never in a reason, whatever is wrong with it", async ({ kind, place }) => {
    const wrong: Value[] = [canary, [canary], { value: canary }, `${canary}${"x".repeat(9999)}`];
    for (const value of wrong) {
      const program = withValue(place.program, place.steps, value) as Values;
      const cycle = lifecycle(kind, "http://127.0.0.1:9");
      // Everything else is wrong as well, so that every sentence is written.
      const broken = Object.fromEntries(
        Object.entries(program).map(([name, each]) => [name, name === place.arg ? each : [null]]),
      );
      for (const args of [program, broken]) expect((await cycle.check(args)).join("\n")).not.toContain(canary);
      const plan = cycle.diff("00000000-0000-4000-8000-0000000000ff", place.state, program);
      const text = await plan.then(JSON.stringify, (error: Error) => error.message);
      expect(text).not.toContain(canary);
    }
  });

  it.each(secrets)(
    "of a $kind in $path is not shown where an object was expected around it",
    async ({ kind, place }) => {
      for (let depth = 1; depth < place.steps.length; depth += 1) {
        const program = withValue(place.program, place.steps.slice(0, depth), `password: ${canary}`) as Values;
        const reasons = await lifecycle(kind, "http://127.0.0.1:9").check(program);
        expect(reasons.length).toBeGreaterThan(0);
        expect(reasons.join("\n")).not.toContain(canary);
      }
    },
  );

  it("of a variable that may be one is hidden until it is known not to be", async () => {
    const { place } = everyPlace.find(
      ({ place: { general: path } }) => path === "terraformVariablesSource.tfVars[].value",
    ) as (typeof everyPlace)[number];
    const withVar = (variable: Value) =>
      withValue(place.program, ["terraformVariablesSource", "tfVars"], [variable]) as Values;
    const reasons = async (variable: Value) =>
      (await lifecycle("TerraformService", "http://127.0.0.1:9").check(withVar(variable))).join("\n");
    expect(await reasons({ key: "a", value: 4711, secret: false })).toContain("4711");
    for (const secret of [true, undefined, null, "04da6b54-80e4-46f7-96ec-b56ff0331ba9"] as Value[]) {
      expect(await reasons({ key: "a", value: 4711, secret })).not.toContain("4711");
    }
  });

  it("in an address is hidden", async () => {
    const program = {
      ...fixtures[0]?.program,
      ...fixtures[0]?.path,
      gitRepository: { url: `ftp://ada:${canary}@git.acme.io/a`, provider: "GITHUB" },
    };
    const reasons = await lifecycle("Application", "http://127.0.0.1:9").check(program as Values);
    expect(reasons.join()).toMatch(/gitRepository\.url must be .*; got "ftp:\/\/\*\*\*@git\.acme\.io\/a"/);
  });

  it("is no secret when a plan fails for want of a platform", async () => {
    const failure = await failureOf(
      lifecycle("ArgoCdConfig", "http://127.0.0.1:9").create({ ...fixtures[6]?.program, ...fixtures[6]?.path }),
    );
    expect(failure.message).not.toContain("hunter2");
  });
});
