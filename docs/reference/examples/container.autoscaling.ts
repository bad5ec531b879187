/**
 * # Autoscaling
 *
 * From 2 to 10 instances, by the use of the CPU. A [scaler](index.md#type-scaler) has the type and the configuration that KEDA documents.
 */
import * as pulumi from "@pulumi/pulumi";
import { Container } from "pulumi-app-platform";

const config = new pulumi.Config();

const api = new Container("api", {
  environmentId: config.require("environmentId"),
  registryId: config.require("registryId"),
  imageName: "acme/api",
  tag: "2.4.0",
  healthchecks: { readinessProbe: { type: { http: { port: 8080 } } } },
  ports: [{ internalPort: 8080, publiclyAccessible: true }],
  minRunningInstances: 2,
  maxRunningInstances: 10,
  autoscaling: {
    mode: "KEDA",
    scalers: [{ scalerType: "cpu", role: "PRIMARY", configJson: { metricType: "Utilization", value: "70" } }],
  },
});

export const apiId = api.id;
