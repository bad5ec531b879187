/**
 * A Redis that runs as a container in the cluster, and a PostgreSQL that the cloud provider, here AWS, manages. A trigger deploys both. It
 * waits up to 30 minutes, since creating a managed database takes the cloud provider several minutes.
 */
import * as pulumi from "@pulumi/pulumi";
import { Database, DeploymentTrigger } from "pulumi-app-platform";

const config = new pulumi.Config();
const environmentId = config.require("environmentId");
const labelsGroups = [{ id: config.require("labelsGroupId") }];

// Runs as a container in the cluster: quick to create, sized by CPU and memory.
const sessions = new Database("sessions", {
  environmentId,
  type: "REDIS",
  version: "7",
  mode: "CONTAINER",
  cpu: 250,
  memory: 256,
  storage: 10,
  labelsGroups,
});

// Managed by the cloud provider, here AWS: sized by instance type, with the provider's backups.
const orders = new Database("orders", {
  environmentId,
  type: "POSTGRESQL",
  version: "16",
  mode: "MANAGED",
  instanceType: "db.t3.small",
  diskType: "gp3",
  storage: 50,
  accessibility: "PRIVATE",
  labelsGroups,
});

// A database runs once it is deployed. A managed one takes its cloud provider several minutes.
new DeploymentTrigger("release", { environmentId, services: [sessions, orders], timeoutSeconds: 1800 });

// All arguments except type and mode are updated in place: change a value above and run `pulumi up`.
export const sessionsAddress = pulumi.interpolate`${sessions.host}:${sessions.port}`;
export const ordersAddress = pulumi.interpolate`${orders.host}:${orders.port}`;
