/**
 * A database that is deployed before the container that uses it, in one deployment with two stages. If you move `web` to the services of
 * the first stage, the next deployment deploys both in parallel.
 */
import * as pulumi from "@pulumi/pulumi";
import { Container, Database, DeploymentStage, DeploymentTrigger } from "pulumi-app-platform";

const config = new pulumi.Config();
const environmentId = config.require("environmentId");

const orders = new Database("orders", { environmentId, type: "POSTGRESQL", version: "16", mode: "CONTAINER" });

const web = new Container("web", {
  environmentId,
  registryId: config.require("registryId"),
  imageName: "library/nginx",
  tag: "1.27",
  ports: [{ internalPort: 80, publiclyAccessible: true }],
  healthchecks: { readinessProbe: { type: { http: { port: 80 } } } },
});

// Every deployment of the environment starts with the database, whoever asks for it.
const data = new DeploymentStage("data", { environmentId, services: [orders] });
const front = new DeploymentStage("front", { environmentId, after: data, services: [web] });

// One deployment for both. It begins when the stages are in place.
new DeploymentTrigger("release", { environmentId, services: [orders, web] }, { dependsOn: [data, front] });

export const url = web.url;
