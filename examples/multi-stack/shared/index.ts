import * as pulumi from "@pulumi/pulumi";
import { Database, DeploymentTrigger } from "pulumi-app-platform";

const config = new pulumi.Config();

// #region shared
// Names are unique in an environment: with the stack in them, several stacks can share one.
const stack = pulumi.getStack();

export const environmentId = config.require("environmentId");
export const registryId = config.require("registryId");

const redis = new Database("redis", {
  environmentId,
  name: `redis-${stack}`,
  type: "REDIS",
  version: "7",
  mode: "CONTAINER",
});
new DeploymentTrigger("redis-release", { environmentId, services: [redis] });

// Stack outputs are what other stacks can use.
export const redisUrl = pulumi.interpolate`redis://${redis.host}:${redis.port}/0`;
// #endregion shared
