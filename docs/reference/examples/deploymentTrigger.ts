/**
 * [Keycloak](https://www.keycloak.org), its PostgreSQL, and a job that prepares the schema, deployed together. The database password is
 * encrypted in the stack's files and state, but readable on the platform, like all arguments of a container.
 */
import * as pulumi from "@pulumi/pulumi";
import { Container, Database, DeploymentTrigger, Job } from "pulumi-app-platform";

const config = new pulumi.Config();
const environmentId = config.require("environmentId");
const registryId = config.require("registryId");
const user = "postgres";
// pulumi config set --secret databasePassword …
const password = config.requireSecret("databasePassword");

const database = new Database("accounts", {
  environmentId,
  type: "POSTGRESQL",
  version: "16",
  mode: "CONTAINER",
  memory: 512,
});

// Runs with each deployment. It may run any number of times.
const schema = new Job("accounts-schema", {
  environmentId,
  healthchecks: {},
  source: { image: { registryId, imageName: "library/postgres", tag: "16-alpine" } },
  schedule: {
    onStart: {
      entrypoint: "psql",
      arguments: [
        pulumi.interpolate`postgres://${user}:${password.apply(encodeURIComponent)}@${database.host}:${database.port}/postgres`,
        "--command=CREATE SCHEMA IF NOT EXISTS keycloak",
      ],
    },
  },
  // The database may still be starting.
  maxNbRestart: 5,
});

const login = new Container("login", {
  environmentId,
  registryId,
  imageName: "keycloak/keycloak",
  tag: "26.3.2",
  arguments: [
    "start",
    "--db=postgres",
    pulumi.interpolate`--db-url-host=${database.host}`,
    "--db-url-database=postgres",
    "--db-schema=keycloak",
    pulumi.interpolate`--db-username=${user}`,
    pulumi.interpolate`--db-password=${password}`,
    // The platform's load balancer terminates TLS.
    "--http-enabled=true",
    "--hostname-strict=false",
    "--proxy-headers=xforwarded",
    "--health-enabled=true",
  ],
  ports: [{ internalPort: 8080, publiclyAccessible: true }],
  // Keycloak serves its health on a port of its own.
  healthchecks: {
    readinessProbe: { type: { http: { path: "/health/ready", port: 9000 } }, initialDelaySeconds: 60 },
    livenessProbe: { type: { http: { path: "/health/live", port: 9000 } }, initialDelaySeconds: 120 },
  },
  cpu: 1000,
  memory: 2048,
});

// One deployment for all three. It runs again when an argument of one of them changes, such as the tag of the image.
const release = new DeploymentTrigger("login-release", {
  environmentId,
  services: [database, schema, login],
  // Other values that start a new deployment when they change.
  triggers: [config.get("redeploy") ?? ""],
  // Maximum time to wait: for another deployment of the environment and, with the full API, for the end of this one.
  timeoutSeconds: 900,
  // `pulumi destroy` cancels a deployment that still runs.
  cancelOnDestroy: true,
});

export const deploymentRequestId = release.deploymentRequestId;
