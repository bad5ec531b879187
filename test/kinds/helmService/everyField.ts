import type { HelmServiceArgs } from "pulumi-app-platform";
import type { SeededIds } from "../../platform/platform.js";
import { git } from "../shared/everyField.js";

/** A chart of a repository and one in git, together with every field set, as a program would give it. */
export function everyField(ids: SeededIds) {
  const shared = {
    environmentId: ids.environment,
    arguments: ["--atomic"],
    timeoutSec: 900,
    autoPreview: false,
    autoDeploy: true,
    allowClusterWideResources: true,
    iconUri: "https://example.com/helm.svg",
  };
  const helmService: HelmServiceArgs = {
    ...shared,
    name: "every-helm-service",
    description: "from a repository of charts",
    source: { helmRepository: { repositoryId: ids.helmRepository, chartName: "grafana", chartVersion: "9.4.5" } },
    valuesOverride: {
      set: { replicas: "2", "ingress.enabled": "false" },
      setString: { "image.tag": "11.6" },
      setJson: { resources: '{"limits":{"cpu":"1"}}' },
      file: { raw: { values: [{ name: "values.yaml", content: "persistence:\n  enabled: true\n" }] } },
    },
    ports: [
      {
        internalPort: 80,
        name: "web",
        externalPort: 443,
        namespace: "monitoring",
        protocol: "HTTP",
        isDefault: true,
        serviceName: "grafana",
      },
      {
        internalPort: 9090,
        name: "metrics",
        externalPort: 8443,
        protocol: "GRPC",
        isDefault: false,
        serviceSelectors: [{ key: "app", value: "grafana" }],
      },
    ],
  };
  const helmServiceInGit: HelmServiceArgs = {
    ...shared,
    name: "every-helm-service-in-git",
    description: "from git",
    source: { gitRepository: git(ids) },
    valuesOverride: { file: { git: { gitRepository: git(ids), paths: ["values.yaml", "production.yaml"] } } },
  };
  return { helmService, helmServiceInGit };
}
