import * as pulumi from "@pulumi/pulumi";
import { Container, Database, DeploymentTrigger, Job } from "pulumi-app-platform";

const config = new pulumi.Config();
const environmentId = config.require("environmentId");
const registryId = config.require("registryId");
const version = config.require("version");

const store = new Database("store", { environmentId, type: "POSTGRESQL", version: "16", mode: "CONTAINER" });

const api = new Container("store-api", {
  environmentId,
  registryId,
  imageName: "acme/store-api",
  tag: version,
  arguments: [pulumi.interpolate`--database-host=${store.host}`],
  ports: [{ internalPort: 8080, publiclyAccessible: true }],
  healthchecks: { readinessProbe: { type: { http: { port: 8080 } } } },
});

const seed = new Job("store-seed", {
  environmentId,
  healthchecks: {},
  source: { image: { registryId, imageName: "acme/store-seed", tag: version } },
  schedule: { onStart: { arguments: ["--if-empty"] } },
});

// One deployment for all three. It runs again when an argument of one changes: pulumi config set version 2.5.0 && pulumi up
const release = new DeploymentTrigger("store-release", {
  environmentId,
  services: [store, api, seed],
  // Other values that start a new deployment when they change.
  triggers: [store.version],
  // Maximum time to wait: for another deployment of the environment and, with the extended endpoints, for the end of this one.
  timeoutSeconds: 300,
  // `pulumi destroy` cancels a deployment that still runs.
  cancelOnDestroy: true,
});

export const deployedVersion = version;
export const deploymentRequestId = release.deploymentRequestId;
