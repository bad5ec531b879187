import { parse, stringify } from "yaml";
import { z } from "zod";
import { defineResource } from "../definition/defineKind.js";
import { extended, recordCalls } from "../platform/endpoint.js";
import { settingsSubresource } from "../resource/advancedSettings.js";
import type { Codec } from "../schema/facts.js";
import { at, isAbsent, isObject, type Value, type Values } from "../schema/json.js";
import {
  choice,
  flag,
  integer,
  object,
  oneOf,
  optionalList,
  type Rule,
  responseText,
  text,
  uuid,
  verbatim,
  verbatimText,
} from "../schema/schemas.js";
import {
  builtInVariables,
  gitRepository,
  gitRepositoryAt,
  itemId,
  oneDefault,
  portNumber,
  toggle,
} from "./shared/common.js";
import { deploymentRestrictions, restrictionsSubresource } from "./shared/deploymentRestrictions.js";
import { autoPreview, description, iconUri, inEnvironment, serviceOutputs } from "./shared/service.js";
import { advancedSettings, hostsOf, ownVariables, variables, variablesRule } from "./shared/serviceSubresources.js";

const helmRepository = object("HelmChart", "A chart of a Helm repository.", {
  repositoryId: uuid.meta({
    description: "Helm repository that has the chart.",
    wire: "repository",
    response: { path: "repository.id" },
    idOf: { kind: "HelmRepository" },
  }),
  chartName: text.meta({ description: "Name of the chart.", example: { value: "redis" } }),
  chartVersion: text.meta({ description: "Version of the chart.", example: { value: "20.1.0" } }),
}).meta({
  response: {
    path: "repository",
    only: {
      repository: object("HelmRepositoryReference", "Helm repository that has the chart.", {
        id: uuid.meta({ description: "ID of the Helm repository." }),
        name: responseText.meta({ description: "Name of the Helm repository." }),
        url: responseText.meta({ description: "URL of the Helm repository." }),
      }).optional(),
    },
  },
});

const source = oneOf({}, { gitRepository: gitRepositoryAt({ path: "git.git_repository" }) }, { helmRepository }).meta({
  typeName: "HelmSource",
  description: "Source of the chart; set exactly one member.",
});

/** A map as a list of its entries. If a key occurs several times, the last value counts. */
const asEntries: Codec = {
  encode: (usual) => Object.entries(usual as Values) as Value[],
  decode(response) {
    if (!Array.isArray(response)) return response;
    const isEntry = (each: Value): boolean => Array.isArray(each) && typeof each[0] === "string";
    return Object.fromEntries(response.filter(isEntry) as [string, Value][]);
  },
};

const byPath = (description: string) =>
  z
    .record(verbatim, verbatimText.meta({ description: "Value." }))
    .optional()
    .meta({ description, codec: asEntries });

const rawFile = object("HelmValuesFile", "A file of values.", {
  name: text.meta({ description: "Name of the file." }),
  content: verbatimText.meta({
    description: "Content of the file, as YAML or JSON, such as `JSON.stringify({ replicas: 2 })`.",
  }),
});

const file = oneOf(
  {},
  {
    git: object("HelmValuesInGit", "Files of a git repository.", {
      gitRepository,
      paths: z
        .array(verbatim.meta({ description: "Path of a file in the repository." }))
        .meta({ description: "Paths of the files in the repository; later ones take precedence.", items: "ordered" }),
    }),
  },
  {
    raw: object("HelmRawValues", "Files in the program.", {
      values: z.array(rawFile).meta({ description: "The files; later ones take precedence.", items: "ordered" }),
    }),
  },
)
  .nullable()
  .optional()
  .meta({ typeName: "HelmValuesFiles", description: "Value files; set exactly one member, or `null` for none." });

const valuesOverride = object("HelmValuesOverride", "Values that override the chart's.", {
  set: byPath("Values by path, for example `{ 'image.tag': '1.2' }`, as Helm's `--set` takes them."),
  setString: byPath("Values by path that are strings, as Helm's `--set-string` takes them."),
  setJson: byPath("Values by path as JSON, as Helm's `--set-json` takes them."),
  file,
})
  .optional()
  .meta({ whenOmitted: { isSent: true }, default: {} });

/** Helm reads YAML 1.1, in which strings such as `on` must be quoted. */
const yamlOptions = { version: "1.1", aliasDuplicateObjects: false } as const;

/** The file with the program's values, among others. */
const fileOfValues = "values-from-pulumi.yaml";

const values = z.record(z.string(), z.unknown()).optional().meta({
  description:
    "Values that override the chart's, as an object. The platform gets them as the YAML file `values-from-pulumi.yaml`. A different order or format isn't a change.",
});

/** The values in the content of a file; nothing if it has something else. */
function valuesIn(content: Value | undefined): Values | undefined {
  try {
    const found: unknown = JSON.parse(JSON.stringify(parse(String(content), yamlOptions) ?? {}));
    return isObject(found) ? found : undefined;
  } catch {
    return undefined;
  }
}

/** On the wire, `values` is one of the files. */
const valuesAsFile: Codec = {
  encode(usual) {
    const { values: specified, ...body } = usual as Values;
    if (specified === undefined) return body;
    const content = stringify(specified, { ...yamlOptions, lineWidth: 0 });
    return withFiles(body, [...filesIn(body), { name: fileOfValues, content }]);
  },
  decode(response) {
    const files = filesIn(response);
    const isOwn = (file: Value) => at(file, "name") === fileOfValues;
    const found = files.filter(isOwn).flatMap((file) => valuesIn(at(file, "content")) ?? [])[0];
    if (found === undefined) return response;
    const others = files.filter((file) => !isOwn(file));
    return { ...withFiles(response as Values, others), values: found };
  },
};

function filesIn(body: Value): Value[] {
  const files = at(body, "values_override.file.raw.values");
  return Array.isArray(files) ? files : [];
}

/** The body with these files. Without any, it has no `file` either. */
function withFiles({ values_override: before, ...body }: Values, files: Value[]): Values {
  const { file: _, ...others } = isObject(before) ? before : {};
  return { ...body, values_override: files.length === 0 ? others : { ...others, file: { raw: { values: files } } } };
}

const valuesRule: Rule = {
  reads: ["values", "valuesOverride"],
  description: "`values` and `valuesOverride.file` aren't both set.",
  check: ({ values: specified, valuesOverride: others }) =>
    isAbsent(specified) || !isObject(others) || isAbsent(others.file)
      ? undefined
      : { path: ["valuesOverride", "file"], expected: "must be omitted, since `values` is set", got: false },
};

const selector = object("HelmServiceSelector", "A label of a Kubernetes service.", {
  key: verbatim.meta({ description: "Key of a label.", example: { value: "app" } }),
  value: verbatimText.meta({ description: "Value of the label.", example: { value: "redis" } }),
});

const port = oneOf(
  {
    id: itemId,
    internalPort: portNumber.meta({
      description: "Port of the Kubernetes service; unique within the Helm service.",
      example: { value: 6379 },
    }),
    name: text.optional().meta({
      description: "Name of the port; unique within the Helm service.",
      whenOmitted: { description: "assigned by the platform" },
    }),
    externalPort: portNumber.optional().meta({
      description: "Public port.",
      whenOmitted: { description: "443", mayBe: "^443$" },
    }),
    namespace: text.optional().meta({
      description: "Namespace of the Kubernetes service.",
      whenOmitted: { description: "the environment's namespace" },
    }),
    protocol: choice("HelmPortProtocol", ["HTTP", "GRPC"])
      .optional()
      .meta({ description: "Protocol of the port.", default: "HTTP", whenOmitted: { isSent: true } }),
    isDefault: flag
      .optional()
      .meta({ description: "Whether the service's domain points to this port; at most one port is the default." }),
  },
  { serviceName: text.meta({ description: "Name of the Kubernetes service." }) },
  {
    serviceSelectors: z.array(selector).meta({
      description: "Labels of the Kubernetes service.",
      items: { key: "key", unique: ["key"] },
    }),
  },
).meta({
  typeName: "HelmPort",
  description:
    "A public port of a Kubernetes service, which is selected by `serviceName` or by the labels in `serviceSelectors`.",
  response: {
    only: { portType: responseText.meta({ description: "How the Kubernetes service is found." }) },
  },
});

export const helmService = defineResource("HelmService", {
  description: "A Helm chart that the platform installs in an environment.",
  args: {
    ...inEnvironment,
    description: description.optional(),
    source,
    arguments: optionalList(verbatimText.meta({ description: "Argument." })).meta({
      description: "Arguments of Helm, for example `--atomic`.",
      items: "ordered",
      default: [],
      whenOmitted: { isSent: true },
    }),
    values,
    valuesOverride,
    timeoutSec: integer(0)
      .optional()
      .meta({ description: "Time after which a deployment has failed.", unit: "seconds", default: 600 }),
    autoPreview,
    autoDeploy: toggle("Whether a new commit is deployed automatically."),
    allowClusterWideResources: flag
      .optional()
      .meta({ description: "Whether the chart may create resources outside of its namespace.", default: false }),
    ports: z
      .array(port)
      .check(oneDefault)
      .optional()
      .meta({ description: "Public ports.", items: { key: "internalPort", unique: ["internalPort", "name"] } }),
    iconUri,
    deploymentRestrictions,
    ...variables,
    advancedSettings,
  },
  outputs: serviceOutputs,
  rules: [valuesRule, variablesRule],
  codec: valuesAsFile,
  api: {
    ...recordCalls("/environment/{environmentId}/helm", { item: "/helm/{id}" }),
    clone: extended("POST /helm/{id}/clone"),
  },
  ...ownVariables,
  builtIns: builtInVariables("helmId", "hostInternal", "hostExternal"),
  subresources: [settingsSubresource, restrictionsSubresource],
  linked: hostsOf,
  deployedAs: {
    list: "helms",
    idMember: "id",
    versions: {
      chartVersion: "source.helmRepository.chartVersion",
      gitCommitId: undefined,
      valuesOverrideGitCommitId: undefined,
    },
    shownVersions: ["source.helmRepository.chartVersion", "source.gitRepository.deployedCommitId"],
  },
  example: `const grafana = new HelmService("grafana", {
  environmentId,
  source: { helmRepository: { repositoryId: helmRepositoryId, chartName: "grafana", chartVersion: "9.4.5" } },
  values: { replicas: 2, persistence: { enabled: true, size: "8Gi" } },
  ports: [{ internalPort: 80, serviceName: "grafana" }],
});`,
});
