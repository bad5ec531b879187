/** Edge values one by one, transcribed by hand from the API document and the choices made for it. */
import type { Value, Values } from "../../../provider/schema/json.js";
import type { Kind } from "../../kinds/kindNames.js";
import type { SeededIds } from "../../platform/platform.js";

/** The least that a request for each kind of the table must contain. */
export const leastArguments = (ids: SeededIds) =>
  ({
    Application: {
      environmentId: ids.environment,
      name: "a",
      gitRepository: { url: "https://github.com/acme/a.git", provider: "GITHUB" },
      dockerfilePath: "Dockerfile",
      healthchecks: {},
    },
    Container: {
      environmentId: ids.environment,
      name: "a",
      registryId: ids.registries.GENERIC_CR,
      imageName: "acme/a",
      tag: "1",
      healthchecks: {},
    },
    Job: {
      environmentId: ids.environment,
      name: "a",
      healthchecks: {},
      source: { image: { registryId: ids.registries.GENERIC_CR, imageName: "acme/a", tag: "1" } },
      schedule: { cronjob: { scheduledAt: "0 4 * * *" } },
    },
    Database: { environmentId: ids.environment, name: "a", type: "POSTGRESQL", version: "16", mode: "CONTAINER" },
    TerraformService: {
      environmentId: ids.environment,
      name: "a",
      description: "",
      autoDeployConfig: { autoDeploy: false, terraformAction: "DEFAULT" },
      terraformFilesSource: { gitRepository: { url: "https://github.com/acme/a.git" } },
      terraformVariablesSource: { tfVarFilePaths: [], tfVars: [] },
      backend: { kubernetes: {} },
      engine: "TERRAFORM",
      providerVersion: { explicitVersion: "1.9.0" },
      jobResources: { cpuMilli: 1, ramMib: 1, gpu: 0, storageGib: 1 },
    },
    Cluster: {
      organizationId: ids.organization,
      clusterId: ids.cluster,
      name: "main",
      region: "eu-west-3",
      cloudProvider: "AWS",
      acceptDefaults: true,
    },
    ArgoCdConfig: { clusterId: ids.cluster, argocdUrl: "https://argocd.example.com", argocdToken: "t" },
  }) satisfies Partial<Record<Kind, Values>>;

/** A value that the platform accepts or refuses in the place of an argument. */
export interface Row {
  readonly kind: keyof ReturnType<typeof leastArguments>;
  /** The top-level argument. */
  readonly arg: string;
  readonly value: Value;
  readonly is: "accepted" | "refused";
}

type Judged = readonly (readonly [value: Value, is: Row["is"]])[];
const rows = (kind: Row["kind"], arg: string, values: Judged): Row[] =>
  values.map(([value, is]) => ({ kind, arg, value, is }));

const probe = (type: Value): Value => ({ readinessProbe: { type } });
const cron = (scheduledAt: string, others: Values = {}): Value => ({ cronjob: { scheduledAt, ...others } });
const metrics = (configuration: Value): Value => ({ configuration });
const port = (others: Values): Value => [{ internalPort: 80, publiclyAccessible: true, ...others }];
const fragment = (content: string): Value => ({ type: "inline", content });
const variable = (value: string): Value => ({ tfVarFilePaths: [], tfVars: [{ key: "k", value, secret: false }] });

export const edgeTable: readonly Row[] = [
  // Every member is optional at every depth, except the kind of the metrics and the id of the credentials.
  ...rows("Cluster", "keda", [[{}, "accepted"]]),
  ...rows("Cluster", "metricsParameters", [
    [{}, "accepted"],
    [metrics({}), "refused"],
    [metrics({ kind: "MANAGED_BY_PLATFORM" }), "accepted"],
    [metrics({ kind: "MANAGED_BY_PLATFORM", alerting: {} }), "accepted"],
    [metrics({ kind: "MANAGED_BY_PLATFORM", cloudWatchExportConfig: {} }), "accepted"],
    [metrics({ kind: "MANAGED_BY_PLATFORM", internalNetworkMonitoring: {} }), "accepted"],
    [metrics({ kind: "MANAGED_BY_PLATFORM", alerting: { configName: "" } }), "refused"],
    [metrics({ kind: "SELF_MANAGED" }), "refused"],
  ]),
  ...rows("Cluster", "cloudProviderCredentials", [
    [{}, "accepted"],
    [{ cloudProvider: "AWS" }, "accepted"],
    [{ region: "eu-west-3" }, "accepted"],
    [{ credentials: {} }, "refused"],
    [{ credentials: { id: "any text" } }, "accepted"],
    [{ credentials: { id: "" } }, "refused"],
  ]),
  ...rows("Cluster", "infrastructureChartsParameters", [
    [{}, "accepted"],
    [{ eksAnywhereParameters: {} }, "accepted"],
    [{ eksAnywhereParameters: { yamlFilePath: "cluster.yaml" } }, "accepted"],
    [{ eksAnywhereParameters: { gitRepository: {} } }, "accepted"],
    [{ eksAnywhereParameters: { gitRepository: { url: "https://github.com/acme/a.git" } } }, "accepted"],
    [{ metalLbParameters: { ipAddressPools: [""] } }, "refused"],
    [{ nginxParameters: { replicaCount: -1 } }, "refused"],
  ]),
  ...rows("Cluster", "minRunningNodes", [
    [0, "accepted"],
    [-1, "refused"],
    [2, "refused"],
  ]),
  ...rows("Cluster", "instanceType", [["", "refused"]]),
  ...rows("Cluster", "sshKeys", [
    [[], "accepted"],
    [[""], "refused"],
  ]),
  ...rows("Cluster", "diskIops", [
    [2999, "refused"],
    [3000, "accepted"],
    [16000, "accepted"],
    [16001, "refused"],
  ]),

  // An empty text is a value for descriptions, command lines and the values of variables; anywhere else it is refused.
  ...rows("Container", "description", [["", "accepted"]]),
  ...rows("Container", "entrypoint", [["", "accepted"]]),
  ...rows("Container", "arguments", [[[""], "accepted"]]),
  ...rows("Container", "tag", [["", "refused"]]),
  ...rows("Container", "ports", [
    [port({ publicPath: "" }), "refused"],
    [port({ publicPathRewrite: "" }), "refused"],
    [port({ name: "" }), "refused"],
    [port({ protocol: "TCP", publicPath: "/a" }), "refused"],
    [port({ internalPort: 65536 }), "refused"],
  ]),
  ...rows("Application", "dockerTargetBuildStage", [["", "refused"]]),
  ...rows("Application", "dockerfilePath", [["", "refused"]]),
  ...rows("TerraformService", "description", [["", "accepted"]]),
  ...rows("TerraformService", "terraformVariablesSource", [
    [variable(""), "accepted"],
    [{ tfVarFilePaths: [""], tfVars: [] }, "refused"],
  ]),
  ...rows("TerraformService", "actionExtraArguments", [[{ plan: [""] }, "accepted"]]),
  ...rows("TerraformService", "dockerfileFragment", [
    [fragment(""), "refused"],
    [fragment("é".repeat(4096)), "accepted"],
    [fragment(`${"é".repeat(4096)}x`), "refused"],
    [{ type: "file", content: "RUN true" }, "refused"],
  ]),

  // Probes.
  ...rows("Container", "healthchecks", [
    [probe({ http: { port: 80, scheme: "HTTPS" } }), "accepted"],
    [probe({ http: { port: 80, scheme: "ftp" } }), "refused"],
    [probe({ http: { port: 80, path: "" } }), "refused"],
    [probe({ exec: { command: [""] } }), "accepted"],
    [probe({ exec: { command: [] } }), "refused"],
    [probe({ grpc: { port: 80, service: "" } }), "refused"],
    [probe({ tcp: { port: 80, host: "" } }), "refused"],
    [probe({}), "refused"],
    [probe({ tcp: { port: 80 }, grpc: { port: 80 } }), "refused"],
  ]),

  // A name is trimmed, not empty, and has at most 128 characters.
  ...rows("Database", "name", [
    ["", "refused"],
    ["  ", "refused"],
    [` ${"x".repeat(128)} `, "accepted"],
    ["x".repeat(129), "refused"],
    ["𝒳".repeat(128), "accepted"],
    ["half a pair \ud83d", "refused"],
  ]),

  // Five fields; no range runs backwards, and a step is at least 1.
  ...rows("Job", "schedule", [
    [cron("0 0 * * 7"), "accepted"],
    [cron("0 0 * * mon-fri"), "accepted"],
    [cron("0 0 * * sat-sun"), "refused"],
    [cron("0 0 * * 5-1"), "refused"],
    [cron("*/0 * * * *"), "refused"],
    [cron("@daily"), "refused"],
    [cron("0 4 * * *", { timezone: "europe/paris" }), "accepted"],
    [cron("0 4 * * *", { timezone: "Mars/Olympus" }), "refused"],
    [{}, "refused"],
    [{ lifecycleType: "GENERIC" }, "refused"],
    [{ onStart: {} }, "accepted"],
  ]),

  // Managed databases ignore cpu and memory: they are not even checked.
  ...rows("Database", "cpu", [
    [0, "refused"],
    [32000, "accepted"],
    [32001, "refused"],
  ]),
  ...rows("Database", "storage", [
    [0, "refused"],
    [2_147_483_647, "accepted"],
    [2_147_483_648, "refused"],
  ]),

  // Disks: FAST_SSD, at least 4 GB.
  ...rows("Container", "storage", [
    [[{ size: 4, mountPoint: "/a" }], "accepted"],
    [[{ type: "SLOW", size: 4, mountPoint: "/a" }], "refused"],
    [[{ size: 3, mountPoint: "/a" }], "refused"],
    [[{ size: 4, mountPoint: "" }], "refused"],
  ]),

  ...rows("Container", "minRunningInstances", [
    [0, "accepted"],
    [2, "refused"],
  ]),
  ...rows("Container", "imageName", [
    ["acme/team/a", "accepted"],
    ["Acme", "refused"],
    ["a:1", "refused"],
  ]),
  ...rows("ArgoCdConfig", "argocdUrl", [
    ["https://acme.io", "accepted"],
    ["https:acme.io", "refused"],
    ["ssh://acme.io", "refused"],
    ["https://acme.io/a b", "refused"],
  ]),
  ...rows("Container", "iconUri", [
    ["app://platform/a", "accepted"],
    ["icon.svg", "refused"],
  ]),
];
