import type { HelmServiceArgs } from "pulumi-app-platform";
import type { Values } from "../support/provider.js";
import * as bounds from "./shared/arguments.js";
import { onPlatform } from "./shared/everyField.js";
import { fixtureOf } from "./shared/fixture.js";
import { ids } from "./shared/ids.js";
import * as shared from "./shared/objects.js";
import { asProgram } from "./shared/programFormat.js";
import { described, editDescription, moveElsewhere, written } from "./shared/service.js";
import { bothSides, option } from "./shared/simulated.js";
import { testRecord } from "./testRecord.js";

const same = {
  name: "grafana",
  auto_deploy: true,
  arguments: ["--atomic", "--wait"],
  description: "Dashboards",
  timeout_sec: 900,
  auto_preview: true,
  allow_cluster_wide_resources: true,
  icon_uri: "https://acme.io/grafana.svg",
};
/** The source of a chart of a platform's repository, as requests and as programs spell it. */
const chart = { chart_name: "grafana", chart_version: "9.4.5" };
const chartOnWire = ({ helmRepository }: { readonly helmRepository: string }) => ({
  helm_repository: { repository: helmRepository, ...chart },
});
const chartOf = ({ helmRepository }: { readonly helmRepository: string }) => ({
  helmRepository: { repositoryId: helmRepository, chartName: "grafana", chartVersion: "9.4.5" },
});
const file = { raw: { values: [{ name: "values.yaml", content: "persistence:\n  enabled: true\n" }] } };
const pairs = {
  set: [
    ["ingress.enabled", "false"],
    ["replicas", "2"],
  ],
  set_string: [["image.tag", "11.6"]],
  set_json: [["resources", '{"limits":{"cpu":"1"}}']],
};
const byPath = {
  set: { "ingress.enabled": "false", replicas: "2" },
  setString: { "image.tag": "11.6" },
  setJson: { resources: '{"limits":{"cpu":"1"}}' },
};
const named = {
  internal_port: 80,
  name: "web",
  external_port: 443,
  namespace: "monitoring",
  protocol: "HTTP",
  is_default: true,
  service_name: "grafana",
};
const selected = { internal_port: 9090, protocol: "GRPC", service_selectors: [{ key: "app", value: "grafana" }] };

const request = {
  ...same,
  source: chartOnWire(ids),
  values_override: { ...pairs, file },
  ports: [named, selected],
};

const response = {
  ...same,
  ...shared.stamped(ids.helm),
  environment: { id: ids.environment },
  service_type: "HELM",
  source: { repository: { ...chart, repository: shared.helmRepository } },
  values_override: { ...pairs, file },
  ports: [
    { id: ids.port, ...named, port_type: "SERVICE_NAME" },
    { id: ids.secondPort, ...selected, port_type: "SERVICE_SELECTORS" },
  ],
};

const program = {
  ...asProgram(request),
  source: chartOf(ids),
  valuesOverride: { ...byPath, file },
};

const { request: repository } = shared.gitRepository;
const least = { name: "grafana", source: { git_repository: repository } };
/** Required members alone. */
const bare = { ...least, auto_deploy: false, arguments: [], values_override: {} };

/** `extended.md`, "Helm service" */
const fixture = fixtureOf({
  kind: "HelmService",
  title: "every field, from a Helm repository",
  program,
  request,
  response,
  outputs: {
    source: { helmRepository: { ...chartOf(ids).helmRepository, repository: shared.helmRepository } },
    valuesOverride: program.valuesOverride,
  },
  variants: [
    {
      title: "values as an object",
      program: { ...asProgram(bare), values: { replicas: 2, ingress: { enabled: true } } },
      request: {
        ...bare,
        values_override: {
          file: {
            raw: { values: [{ name: "values-from-pulumi.yaml", content: "replicas: 2\ningress:\n  enabled: true\n" }] },
          },
        },
      },
    },
    {
      title: "a chart and values in git",
      request: {
        ...bare,
        values_override: { file: { git: { git_repository: repository, paths: ["a.yaml", "b.yaml"] } } },
      },
    },
    { title: "only required arguments", program: asProgram(least), request: bare },
  ],
});

const exposed = bothSides(({ edition }) => ({
  description: `edition ${edition}`,
  ports: [{ internal_port: 80, service_name: "grafana" }],
}));

/** The fixture's, with every field in each. */
const ports = (fixture.program.ports as Values[]).map((port) => ({ externalPort: 8443, ...port }));

export const helmService = testRecord({
  fixture,
  undocumented: { notApplicable: "Helm services are served by the extended endpoints only." },
  arguments: {
    required: `environmentId source source.gitRepository.url source.gitRepository.provider
      source.helmRepository.repositoryId source.helmRepository.chartName source.helmRepository.chartVersion
      valuesOverride.file.git.gitRepository valuesOverride.file.git.gitRepository.url
      valuesOverride.file.git.gitRepository.provider valuesOverride.file.git.paths valuesOverride.file.raw.values
      valuesOverride.file.raw.values[].name valuesOverride.file.raw.values[].content
      ports[].internalPort ports[].serviceSelectors[].key ports[].serviceSelectors[].value`,
    bounds: [
      ...bounds.name,
      ["timeoutSec", [-1, 2_147_483_648], [0]],
      ["ports[].internalPort", [0, 65536], [1, 65535]],
      ["ports[].externalPort", [0, 65536], [1, 65535]],
      ...bounds.notEmpty(`ports[].name ports[].namespace ports[].serviceName ports[].serviceSelectors[].key
          source.helmRepository.chartName source.helmRepository.chartVersion source.gitRepository.branch
          source.gitRepository.rootPath valuesOverride.file.git.gitRepository.branch
          valuesOverride.file.git.gitRepository.rootPath valuesOverride.file.git.paths[]
          valuesOverride.file.raw.values[].name`),
    ],
    omittedElsewhere: {
      "source.gitRepository": "source",
      "source.helmRepository": "source",
      "valuesOverride.file.git": "valuesOverride.file",
      "valuesOverride.file.raw": "valuesOverride.file",
      "ports[].serviceName": "ports[]",
      "ports[].serviceSelectors": "ports[]",
    },
  },
  secrets: [],
  calls: { edit: { timeoutSec: 60 }, links: ["link"] },
  service: "helm",
  lifecycle: {
    args: (ids) => ({
      environmentId: ids.environment,
      name: "grafana",
      description: written,
      source: chartOf(ids),
      valuesOverride: { set: { replicas: "2" } },
      ports: [{ internalPort: 80, serviceName: "grafana" }],
      timeoutSec: 900,
    }),
    edited: described,
    edits: editDescription,
    removed: { arg: "timeoutSec", wire: "timeout_sec", now: 600 },
    replacements: moveElsewhere,
  },
  existing: { requiredArgs: (ids) => ({ environmentId: ids.environment, name: "grafana", source: chartOf(ids) }) },
  bodies: {
    first: (ids) => ({
      name: "grafana",
      auto_deploy: false,
      source: chartOnWire(ids),
      arguments: [],
      values_override: {},
    }),
    other: (ids) => ({ ...fixture.request, name: "another helm", source: chartOnWire(ids) }),
    text: ["description"],
    number: ["timeout_sec"],
    list: ["ports"],
  },
  everyField: (ids) => ({
    helmService: onPlatform<HelmServiceArgs>(fixture, ids, { name: "every-helm-service", ports }),
    helmServiceInGit: onPlatform<HelmServiceArgs>(
      { ...fixture.variants[1], program: { ...fixture.program, ...fixture.variants[1]?.program } },
      ids,
      { environmentId: ids.environment, name: "every-helm-service-in-git", autoDeploy: true, ports: [] },
    ),
  }),
  simulation: {
    args: (content, ids) => ({ ...exposed.args(content, ids), source: chartOf(ids) }),
    wire: exposed.wire,
    optional: [
      option("timeoutSec", 900, 600, 1200),
      option("arguments", ["--atomic"], [], ["--debug"]),
      option("allowClusterWideResources", true, false, true),
      option("ports.0.protocol", "GRPC", "HTTP", "GRPC"),
    ],
    overrides: bothSides(({ edition }) => ({ description: `edition ${edition}`, timeout_sec: 600 + edition })),
    isDeployed: true,
  },
});
