/**
 * A variable of all services of an environment, its override for one service, a secret and a file. Changing one deploys the service.
 */
import * as pulumi from "@pulumi/pulumi";
import { Container, DeploymentTrigger, Variable } from "pulumi-app-platform";

const config = new pulumi.Config();
const environmentId = config.require("environmentId");

// All services of the environment see it.
const level = new Variable("log-level", { on: `environment/${environmentId}`, key: "LOG_LEVEL", value: "info" });

const web = new Container("web", {
  environmentId,
  registryId: config.require("registryId"),
  imageName: "library/nginx",
  tag: "1.27",
  ports: [{ internalPort: 80, publiclyAccessible: true }],
  healthchecks: { readinessProbe: { type: { http: { port: 80 } } } },
});

// In place of the environment's, for this service alone.
const debug = new Variable("debug", { on: web, key: "LOG_LEVEL", overrides: level, value: "debug" });

// A secret value makes a secret variable: the platform never returns it. pulumi config set --secret paymentToken …
const token = new Variable("token", { on: web, key: "PAYMENT_TOKEN", value: config.requireSecret("paymentToken") });

// A file, with the value as its content.
const site = new Variable("site", {
  on: web,
  key: "site.conf",
  value: "server_tokens off;\n",
  mountPath: "/etc/nginx/conf.d/site.conf",
});

// Services get a changed variable with their next deployment, which each change begins.
const variables = [level, debug, token, site];
new DeploymentTrigger("release", { environmentId, services: [web], triggers: variables.map((each) => each.updatedAt) });

export const keys = variables.map(({ key }) => key);
