import * as pulumi from "@pulumi/pulumi";
import { Container, Database, DeploymentTrigger } from "pulumi-app-platform";

const config = new pulumi.Config();
const environmentId = config.require("environmentId");

const db = new Database("db", {
  environmentId,
  type: "POSTGRESQL",
  version: "16",
  mode: "CONTAINER",
});

const web = new Container("web", {
  environmentId,
  registryId: config.require("registryId"),
  imageName: "library/nginx",
  tag: "1.27",
  arguments: [pulumi.interpolate`--database-host=${db.host}`],
  ports: [{ internalPort: 80, publiclyAccessible: true }],
  healthchecks: { readinessProbe: { type: { http: { port: 80 } } } },
});

// Deploys both, and again whenever an argument of one of them changes: change the tag above and run `pulumi up`.
new DeploymentTrigger("release", { environmentId, services: [db, web] });

export const databaseHost = db.host;
export const containerId = web.id;
