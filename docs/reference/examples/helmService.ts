/**
 * [Grafana](https://grafana.com) from its Helm chart, with a secret among its values, a domain of your own and a deployment stage. The Helm
 * repository is that of Grafana's charts, `https://grafana.github.io/helm-charts`.
 */
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
  values: {
    replicas: 1,
    persistence: { enabled: true },
    // All values are encrypted in the state, since one is a secret: pulumi config set --secret password …
    adminPassword: config.requireSecret("password"),
  },
  // The chart's Kubernetes service has the name of the release.
  ports: [{ internalPort: 80, serviceSelectors: [{ key: "app.kubernetes.io/name", value: "grafana" }] }],
});

const domain = new CustomDomain("charts", { on: grafana, domain: "charts.example.com", generateCertificate: true });
const stage = new DeploymentStage("observability", { environmentId, services: [grafana.id] });
new DeploymentTrigger("release", { environmentId, services: [grafana], triggers: [domain.updatedAt, stage.id] });

export const url = grafana.url;
