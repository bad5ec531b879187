import { beforeAll, describe, expect, it } from "vitest";
import type { Value, Values } from "../../provider/schema/json.js";
import { UNKNOWN } from "../../provider/schema/unknown.js";
import { validate } from "../../provider/schema/validate.js";
import { allPlaces, otherValue, type Place, placesOf, withValue, wrongType } from "./argument-places.js";
import { fixtures } from "./fixtures/index.js";
import { definitionOf, lifecycle } from "./pretend-platform.js";

const nowhere = "http://127.0.0.1:9";
const kinds = fixtures.map((fixture) => {
  const definition = definitionOf(fixture.kind);
  return { kind: fixture.kind, fixture, definition, places: placesOf(definition.body, fixture) };
});
const sets = ["documented", "extended"] as const;
const both = kinds.flatMap((each) => sets.map((endpoints) => ({ ...each, endpoints })));

type Outcome = "none" | "edit" | "replace" | "replace, deleted first" | "refused" | "name taken" | "unknown" | string;

/** What another value of an argument leads to: the rule of the kind and set, and the arguments that are exceptions. */
const changed: Readonly<
  Record<string, Readonly<Record<(typeof sets)[number], readonly [Outcome, Readonly<Record<string, Outcome>>]>>>
> = {
  Application: {
    documented: ["refused", { environmentId: "replace", name: "replace" }],
    extended: ["edit", { environmentId: "replace" }],
  },
  Container: {
    documented: ["refused", { environmentId: "replace", name: "replace", tag: "edit" }],
    extended: ["edit", { environmentId: "replace" }],
  },
  Job: { documented: ["edit", { environmentId: "replace" }], extended: ["edit", { environmentId: "replace" }] },
  Database: {
    documented: ["edit", { environmentId: "replace", type: "name taken", mode: "name taken" }],
    extended: ["edit", { environmentId: "replace", type: "replace, deleted first", mode: "replace, deleted first" }],
  },
  TerraformService: {
    documented: ["refused", { environmentId: "replace", name: "replace" }],
    extended: ["edit", { environmentId: "replace" }],
  },
  Cluster: {
    documented: [
      "edit",
      { organizationId: "replace", clusterId: "replace", region: "refused", cloudProvider: "refused" },
    ],
    extended: [
      "edit",
      { organizationId: "replace", clusterId: "replace", region: "refused", cloudProvider: "refused" },
    ],
  },
  ArgoCdConfig: { documented: ["edit", { clusterId: "replace" }], extended: ["edit", { clusterId: "replace" }] },
  DeploymentTrigger: {
    documented: ["edit", { environmentId: "replace" }],
    extended: ["edit", { environmentId: "replace" }],
  },
};

/** Members that must be given, by the document's tables and the choices made for it. */
const probes =
  "healthchecks.probe.type healthchecks.probe.type.tcp.port healthchecks.probe.type.http.port healthchecks.probe.type.exec.command healthchecks.probe.type.grpc.port";
const groups = "annotationsGroups[].id labelsGroups[].id";
const workload = `environmentId healthchecks ${probes} ${groups}`;
const instances = `${workload} storage[].type storage[].size storage[].mountPoint ports[].internalPort ports[].publiclyAccessible
  autoscaling.mode autoscaling.scalers autoscaling.scalers[].scalerType autoscaling.scalers[].role
  autoscaling.scalers[].triggerAuthentication.name autoscaling.scalers[].triggerAuthentication.configYaml`;
const required: Readonly<Record<string, string>> = {
  Application: `${instances} gitRepository gitRepository.url gitRepository.provider dockerfilePath`,
  Container: `${instances} registryId imageName tag`,
  Job: `${workload} source schedule source.image.imageName source.image.tag source.image.registryId source.docker.gitRepository
    source.docker.gitRepository.url source.docker.gitRepository.provider schedule.cronjob.scheduledAt`,
  Database: `environmentId type version mode ${groups}`,
  TerraformService: `environmentId description autoDeployConfig autoDeployConfig.autoDeploy autoDeployConfig.terraformAction
    terraformFilesSource terraformFilesSource.gitRepository terraformFilesSource.gitRepository.url terraformVariablesSource
    terraformVariablesSource.tfVarFilePaths terraformVariablesSource.tfVars terraformVariablesSource.tfVars[].key
    terraformVariablesSource.tfVars[].value terraformVariablesSource.tfVars[].secret backend engine providerVersion
    providerVersion.explicitVersion jobResources jobResources.cpuMilli jobResources.ramMib jobResources.gpu
    jobResources.storageGib dockerfileFragment.type`,
  Cluster: `organizationId clusterId name region cloudProvider cloudProviderCredentials.credentials.id features[].id
    features[].value metricsParameters.configuration.kind infrastructureChartsParameters.eksAnywhereParameters.gitRepository.url
    labelsGroups[].id`,
  ArgoCdConfig: "clusterId argocdUrl argocdToken",
  DeploymentTrigger: "environmentId applications[].applicationId containers[].id jobs[].id helms[].id terraforms[].id",
};

/** Where the issue is when a member is left out of which another one would do as well, or of which a neighbour speaks. */
const leftOutElsewhere: Readonly<Record<string, string>> = {
  "healthchecks.probe.type.tcp": "healthchecks.probe.type",
  "healthchecks.probe.type.http": "healthchecks.probe.type",
  "healthchecks.probe.type.exec": "healthchecks.probe.type",
  "healthchecks.probe.type.grpc": "healthchecks.probe.type",
  "autoscaling.scalers[].configJson": "autoscaling.scalers[]",
  "autoscaling.scalers[].configYaml": "autoscaling.scalers[]",
  "source.image": "source",
  "source.docker": "source",
  "source.docker.dockerfilePath": "source.docker",
  "source.docker.dockerfileRaw": "source.docker",
  "schedule.cronjob": "schedule",
  "backend.kubernetes": "backend",
  "backend.userProvided": "backend",
  "dockerfileFragment.path": "dockerfileFragment",
  "dockerfileFragment.content": "dockerfileFragment",
  maxRunningInstances: "minRunningInstances",
  maxRunningNodes: "minRunningNodes",
};

/** Members that are only allowed beside a right value of another one. */
const dependents: Readonly<Record<string, readonly string[]>> = {
  "ports[].publiclyAccessible": ["ports[].externalPort", "ports[].publicPath", "ports[].publicPathRewrite"],
  "ports[].protocol": ["ports[].publicPath", "ports[].publicPathRewrite"],
  "dockerfileFragment.type": ["dockerfileFragment.path", "dockerfileFragment.content"],
  mode: ["instanceType", "diskType"],
};

const general = (path: string) => path.replace(/\[\d+\]/g, "[]").replace(/(readiness|liveness)Probe/g, "probe");
const issuesOf = (kind: string, program: Value) =>
  validate(definitionOf(kind), program, "create").map(({ path }) => general(path));

async function outcome(kind: string, endpoints: (typeof sets)[number], place: Place, wanted: Value): Promise<Outcome> {
  try {
    const plan = await lifecycle(kind, nowhere, { endpoints }).diff(
      "00000000-0000-4000-8000-0000000000ff",
      place.state,
      wanted as Values,
    );
    if (plan?.replaces) return plan.deleteBeforeReplace ? "replace, deleted first" : "replace";
    return plan?.changes === false ? "none" : plan?.changes === true ? "unknown" : "edit";
  } catch (error) {
    const { code } = error as { code?: string };
    return code === "AP2001" ? "refused" : code === "AP2002" ? "name taken" : String(error);
  }
}

/** One cell for each place, by its path. */
async function cells(
  places: readonly Place[],
  cell: (place: Place) => Promise<Outcome | readonly string[]> | Outcome | readonly string[],
) {
  return Object.fromEntries(
    await Promise.all(places.map(async (place) => [place.general, await cell(place)] as const)),
  );
}

describe("the table of arguments", () => {
  it.each(kinds)("has every argument of a $kind that travels", ({ definition, places }) => {
    const visited = new Set(places.map((place) => place.general));
    expect(
      allPlaces(definition.body).filter((path) => !visited.has(path) && path !== "services[]" && path !== "services"),
    ).toEqual([]);
  });
});

describe("each argument of", () => {
  it.each(both)(
    "a $kind, changed, leads to what the $endpoints endpoints allow",
    async ({ kind, endpoints, places }) => {
      const leaves = places.filter(({ field, value }) => otherValue(field, value) !== undefined);
      const [rule, exceptions] = changed[kind]?.[endpoints] ?? ["", {}];
      const change = (place: Place) => withValue(place.program, place.steps, otherValue(place.field, place.value));
      const found = await cells(leaves, (place) => outcome(kind, endpoints, place, change(place)));
      expect(found).toEqual(await cells(leaves, ({ arg }) => exceptions[arg] ?? rule));
    },
  );

  it.each(both)(
    "a $kind, left out, is no change with the $endpoints endpoints",
    async ({ kind, endpoints, places }) => {
      const words = required[kind]?.split(/\s+/) ?? [];
      const optional = places.filter(
        ({ steps, field, general: path }) =>
          typeof steps.at(-1) === "string" &&
          !words.includes(path) &&
          field.type !== "record" &&
          !path.startsWith("actionExtraArguments."),
      );
      const found = await cells(optional, (place) =>
        outcome(kind, endpoints, place, withValue(place.program, place.steps)),
      );
      expect(found).toEqual(await cells(optional, () => "none"));
    },
  );

  it.each(kinds)("a $kind, left out, is wrong only where it is required", async ({ kind, places }) => {
    const words = required[kind]?.split(/\s+/) ?? [];
    const members = places.filter(({ steps }) => typeof steps.at(-1) === "string");
    const found = await cells(members, (place) => issuesOf(kind, withValue(place.program, place.steps)));
    const expected = (place: Place) => {
      const elsewhere = leftOutElsewhere[place.general];
      return words.includes(place.general) ? [place.general] : elsewhere === undefined ? [] : [elsewhere];
    };
    expect(found).toEqual(await cells(members, expected));
  });

  it.each(kinds)("a $kind, not known yet, is never wrong", async ({ kind, places }) => {
    const found = await cells(places, (place) => issuesOf(kind, withValue(place.program, place.steps, UNKNOWN)));
    expect(found).toEqual(await cells(places, () => []));
  });

  it.each(both)(
    "a $kind, not known yet, shows as a change with the $endpoints endpoints",
    async ({ kind, endpoints, places }) => {
      const [, exceptions] = changed[kind]?.[endpoints] ?? ["", {}];
      const found = await cells(places, (place) =>
        outcome(kind, endpoints, place, withValue(place.program, place.steps, UNKNOWN)),
      );
      const expected = ({ arg }: Place) => {
        if (kind === "Database" && (arg === "type" || arg === "mode") && endpoints === "documented") return "unknown";
        return arg.endsWith("Id") || kind === "Database" ? (exceptions[arg] ?? "unknown") : "unknown";
      };
      expect(found).toEqual(await cells(places, expected));
    },
  );

  it.each(kinds)("a $kind, of a wrong type, is told with its path", async ({ kind, places }) => {
    const typed = places.filter(({ field }) => wrongType(field) !== undefined);
    const found = await cells(typed, (place) => {
      const issues = issuesOf(kind, withValue(place.program, place.steps, wrongType(place.field)));
      return issues.filter((path) => !dependents[place.general]?.includes(path));
    });
    expect(found).toEqual(await cells(typed, (place) => [place.general]));
  });
});

describe("where a resource is and where it comes from:", () => {
  let program: Values;
  beforeAll(() => {
    program = { ...fixtures[1]?.program, ...fixtures[1]?.path };
  });
  const plan = (wanted: Values, state: Values) =>
    lifecycle("Container", nowhere).diff("x", { ...fixtures[1]?.outputs, ...state }, { ...program, ...wanted });

  it("another connection is another resource, also when it is left out", async () => {
    expect(await plan({ connection: "b" }, { connection: "a" })).toEqual({ changes: true, replaces: ["connection"] });
    expect(await plan({}, { connection: "a" })).toEqual({ changes: true, replaces: ["connection"] });
    expect(await plan({ connection: "a" }, {})).toEqual({ changes: true, replaces: ["connection"] });
    expect(await plan({ connection: "a" }, { connection: "a" })).toEqual({ changes: false });
  });

  it("what it was made from is not compared", async () => {
    const other = "00000000-0000-4000-8000-0000000000fe";
    expect(await plan({ adoptId: other }, {})).toEqual({ changes: false });
    expect(await plan({ cloneFrom: other }, { cloneFrom: "x" })).toEqual({ changes: false });
  });
});
