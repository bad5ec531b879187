import * as pulumi from "@pulumi/pulumi";
import { Container, Database, DeploymentTrigger, Job } from "pulumi-app-platform";
import type { Settings } from "./settings.js";

/** The Pulumi program of an environment: a shop, its API, database and nightly job, and their deployment. */
export async function deployShop({ environmentId, registryId, tag }: Settings) {
  const database = new Database("orders", { environmentId, type: "POSTGRESQL", version: "16", mode: "CONTAINER" });
  const address = pulumi.interpolate`--database=${database.host}:${database.port}`;
  const image = { registryId, imageName: "acme/shop", tag };
  const api = new Container("api", {
    environmentId,
    ...image,
    arguments: ["api", address],
    ports: [{ internalPort: 8080, publiclyAccessible: false }],
    healthchecks: { readinessProbe: { type: { tcp: { port: 8080 } } } },
  });
  const web = new Container("web", {
    environmentId,
    ...image,
    arguments: ["web"],
    ports: [{ internalPort: 80, publiclyAccessible: true }],
    healthchecks: { readinessProbe: { type: { http: { port: 80 } } } },
  });
  const nightly = new Job("nightly", {
    environmentId,
    healthchecks: {},
    source: { image },
    schedule: { cronjob: { scheduledAt: "30 3 * * *", timezone: "UTC", arguments: ["nightly", address] } },
  });
  new DeploymentTrigger("release", { environmentId, services: [database, api, web, nightly] });
}
