import * as pulumi from "@pulumi/pulumi";
import { Application, Container, Database, DeploymentTrigger, Job } from "pulumi-app-platform";

const config = new pulumi.Config();
const environmentId = config.require("environmentId");
const registryId = config.require("registryId");
const commit = config.require("commit");
const gitRepository = {
  url: config.require("repository"),
  provider: "GITHUB",
  branch: "main",
  rootPath: "/",
  gitTokenId: config.require("gitTokenId"),
} as const;

// #region database
const database = new Database("shop-db", {
  environmentId,
  type: "POSTGRESQL",
  version: "16",
  mode: "CONTAINER",
  memory: 1024,
  storage: 20,
});

// The platform has no environment variables, so programs get the address as an argument. The user and the password are in
// the console. A configuration secret is encrypted in the stack's files and state.
const databaseUrl = pulumi.interpolate`postgres://${config.require("databaseUser")}:${config
  .requireSecret("databasePassword")
  .apply(encodeURIComponent)}@${database.host}:${database.port}/postgres`;
// #endregion database

// #region migrations
// Applies the SQL files of the repository, before the shop starts.
const migrations = new Job("shop-migrations", {
  environmentId,
  healthchecks: {},
  source: { docker: { gitRepository, dockerfileRaw: "FROM migrate/migrate:v4.18.3\nCOPY migrations /migrations\n" } },
  schedule: {
    lifecycleType: "GENERIC",
    onStart: {
      arguments: ["-path=/migrations", pulumi.interpolate`-database=${databaseUrl}?sslmode=disable`, "up"],
    },
  },
  // The database may still be starting.
  maxNbRestart: 5,
  maxDurationSeconds: 900,
});
// #endregion migrations

const shop = new Application("shop", {
  environmentId,
  gitRepository,
  dockerfilePath: "Dockerfile",
  arguments: [pulumi.interpolate`--database-url=${databaseUrl}`],
  ports: [{ internalPort: 8080, publiclyAccessible: true }],
  healthchecks: { readinessProbe: { type: { http: { port: 8080 } }, initialDelaySeconds: 5 } },
  minRunningInstances: 2,
  maxRunningInstances: 2,
});

// Gotenberg turns the shop's web pages into invoices. Only services of the environment reach it.
const invoices = new Container("shop-invoices", {
  environmentId,
  registryId,
  imageName: "gotenberg/gotenberg",
  tag: "8",
  ports: [{ internalPort: 3000, publiclyAccessible: false }],
  healthchecks: { readinessProbe: { type: { http: { path: "/health", port: 3000 } } } },
  memory: 1024,
});

// Every night, removes the shopping carts that nobody has used for a month.
const cleanup = new Job("shop-cleanup", {
  environmentId,
  healthchecks: {},
  source: { image: { registryId, imageName: "library/postgres", tag: "16-alpine" } },
  schedule: {
    cronjob: {
      scheduledAt: "30 3 * * *",
      timezone: "Europe/Paris",
      entrypoint: "psql",
      arguments: [databaseUrl, "--command=DELETE FROM carts WHERE used_at < now() - interval '30 days'"],
    },
  },
  maxDurationSeconds: 600,
});

// #region order
const data = new DeploymentTrigger("shop-data", {
  environmentId,
  services: [database, { service: migrations, gitCommitId: commit }],
});

// Starts after the first deployment has ended, so the shop finds the tables that it expects. A new commit runs both again.
const release = new DeploymentTrigger(
  "shop-release",
  { environmentId, services: [{ service: shop, gitCommitId: commit }, invoices, cleanup] },
  { dependsOn: [data] },
);
// #endregion order

// Where the shop is reached; nothing with the documented endpoints.
export const url = shop.url;
export const databaseHost = database.host;
export const deployments = { data: data.state, release: release.state };
