import * as pulumi from "@pulumi/pulumi";
import { Container, DeploymentTrigger } from "pulumi-app-platform";

const config = new pulumi.Config();
const stack = pulumi.getStack();

// #region reference
// The stack of the same name in the project `shared`: app/dev uses shared/dev.
const shared = new pulumi.StackReference(`${pulumi.getOrganization()}/shared/${stack}`);
const environmentId = shared.requireOutput("environmentId");
const registryId = shared.requireOutput("registryId");
const redisUrl = shared.requireOutput("redisUrl");
// #endregion reference

// #region app
const app = new Container("yopass", {
  environmentId,
  registryId,
  name: `yopass-${stack}`,
  imageName: "jhaals/yopass",
  tag: config.require("imageTag"),
  arguments: ["--database=redis", pulumi.interpolate`--redis=${redisUrl}`],
  ports: [{ internalPort: 1337, publiclyAccessible: true }],
  healthchecks: { readinessProbe: { type: { http: { port: 1337 } } } },
});
new DeploymentTrigger("yopass-release", { environmentId, services: [app] });
// #endregion app

export const containerName = app.name;
export const usedRedis = redisUrl;
