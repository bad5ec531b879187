import type { HelmServiceArgs } from "pulumi-app-platform";
import { service } from "../engine/expectations/extended.js";
import type { Values } from "../support/provider.js";
import { helmArguments } from "./helmService/arguments.js";
import { helmService as fixture } from "./helmService/fixture.js";
import { onPlatform } from "./shared/everyField.js";
import { described, editDescription, moveElsewhere, written } from "./shared/service.js";
import { bothSides, option } from "./shared/simulated.js";
import { testRecord } from "./testRecord.js";

const chart = ({ helmRepository }: { readonly helmRepository: string }) => ({
  helmRepository: { repositoryId: helmRepository, chartName: "grafana", chartVersion: "9.4.5" },
});
const chartOnWire = ({ helmRepository }: { readonly helmRepository: string }) => ({
  helm_repository: { repository: helmRepository, chart_name: "grafana", chart_version: "9.4.5" },
});

const exposed = bothSides(({ edition }) => ({
  description: `edition ${edition}`,
  ports: [{ internal_port: 80, service_name: "grafana" }],
}));

/** The fixture's, with every field in each. */
const ports = (fixture.program.ports as Values[]).map((port) => ({ externalPort: 8443, ...port }));

export const helmService = testRecord({
  fixture,
  documented: {
    request: `name auto_deploy source arguments values_override description timeout_sec auto_preview
      allow_cluster_wide_resources ports icon_uri`,
    response: `id created_at updated_at environment service_type name auto_deploy source arguments values_override
      description timeout_sec auto_preview allow_cluster_wide_resources ports icon_uri`,
  },
  undocumented: { notApplicable: "Helm services are served by the extended endpoints only." },
  arguments: helmArguments,
  secrets: [],
  calls: { edit: { timeoutSec: 60 }, links: ["link"] },
  service: "helm",
  lifecycle: {
    args: (ids) => ({
      environmentId: ids.environment,
      name: "grafana",
      description: written,
      source: chart(ids),
      valuesOverride: { set: { replicas: "2" } },
      ports: [{ internalPort: 80, serviceName: "grafana" }],
      timeoutSec: 900,
    }),
    edited: described,
    edits: editDescription,
    removed: { arg: "timeoutSec", wire: "timeout_sec" },
    replacements: moveElsewhere,
    expected: service("helm", 600, 201, true),
  },
  existing: { requiredArgs: (ids) => ({ environmentId: ids.environment, name: "grafana", source: chart(ids) }) },
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
    args: (content, ids) => ({ ...exposed.args(content, ids), source: chart(ids) }),
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
