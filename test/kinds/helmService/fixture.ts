import { fixtureOf } from "../shared/fixture.js";
import { ids } from "../shared/ids.js";
import * as shared from "../shared/objects.js";
import { asProgram } from "../shared/spelling.js";

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
const chart = { chart_name: "grafana", chart_version: "9.4.5" };
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
  source: { helm_repository: { repository: ids.helmRepository, ...chart } },
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
  source: { helmRepository: { repositoryId: ids.helmRepository, ...asProgram(chart) } },
  valuesOverride: { ...byPath, file },
};

const { request: repository } = shared.gitRepository;
const least = { name: "grafana", source: { git_repository: repository } };
/** Required members alone. */
const bare = { ...least, auto_deploy: false, arguments: [], values_override: {} };

/** `extended.md`, "Helm service" */
export const helmService = fixtureOf({
  kind: "HelmService",
  title: "every field, from a Helm repository",
  program,
  request,
  response,
  outputs: {
    source: {
      helmRepository: { repositoryId: ids.helmRepository, ...asProgram(chart), repository: shared.helmRepository },
    },
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
    { title: "as little as possible", program: asProgram(least), request: bare },
  ],
});
