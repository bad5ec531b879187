import * as pulumi from "@pulumi/pulumi";
import { Container, Database, DeploymentTrigger } from "pulumi-app-platform";

const config = new pulumi.Config();
const environmentId = config.require("environmentId");

const db = new Database("db", { environmentId, type: "REDIS", version: "7", mode: "CONTAINER" });

// Yopass shares secrets by links that work once. It keeps them, encrypted by the browser, in Redis.
const web = new Container("web", {
  environmentId,
  registryId: config.require("registryId"),
  imageName: "jhaals/yopass",
  tag: "14.8.0",
  arguments: ["--database=redis", pulumi.interpolate`--redis=redis://${db.host}:${db.port}/0`],
  ports: [{ internalPort: 1337, publiclyAccessible: true }],
  healthchecks: { readinessProbe: { type: { http: { port: 1337 } } } },
});

// Deploys both, and again whenever an argument of one of them changes: change the tag above and run `pulumi up`.
new DeploymentTrigger("release", { environmentId, services: [db, web] });

export const databaseHost = db.host;
export const containerId = web.id;
