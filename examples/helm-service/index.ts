import * as pulumi from "@pulumi/pulumi";
import { CustomDomain, DeploymentStage, DeploymentTrigger, HelmService } from "pulumi-app-platform";

const config = new pulumi.Config();
const environmentId = config.require("environmentId");

const grafana = new HelmService("grafana", {
  environmentId,
  source: {
    helmRepository: {
      repositoryId: config.require("helmRepositoryId"),
      chartName: "grafana",
      chartVersion: "9.4.5",
    },
  },
  valuesOverride: {
    file: { raw: { values: [{ name: "values.yaml", content: "persistence:\n  enabled: true\n" }] } },
    set: { replicas: "1" },
    // Encrypted in the state: pulumi config set --secret password …
    setString: { adminPassword: config.requireSecret("password") },
  },
  // The chart's Kubernetes service has the name of the release.
  ports: [{ internalPort: 80, serviceSelectors: [{ key: "app.kubernetes.io/name", value: "grafana" }] }],
});

const domain = new CustomDomain("charts", { on: grafana, domain: "charts.example.com", generateCertificate: true });
const stage = new DeploymentStage("observability", { environmentId, services: [grafana.id] });
new DeploymentTrigger("release", { environmentId, services: [grafana], triggers: [domain.updatedAt, stage.id] });

export const url = grafana.url;
