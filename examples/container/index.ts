import * as pulumi from "@pulumi/pulumi";
import { Container } from "pulumi-app-platform";

const config = new pulumi.Config();

const gateway = new Container("gateway", {
  environmentId: config.require("environmentId"),
  registryId: config.require("registryId"),
  imageName: "library/nginx",
  tag: "1.27",
  description: "Answers everything that comes from outside",
  ports: [
    // Reached from the internet under /api; the container itself sees the path without it.
    { internalPort: 8080, publiclyAccessible: true, name: "web", publicPath: "/api", publicPathRewrite: "/" },
    // Only for other services of the environment.
    { internalPort: 9090, publiclyAccessible: false, name: "metrics" },
  ],
  storage: [{ type: "FAST_SSD", size: 10, mountPoint: "/var/cache/nginx" }],
  healthchecks: { readinessProbe: { type: { http: { port: 8080 } }, periodSeconds: 5 } },
  minRunningInstances: 1,
  maxRunningInstances: 3,
});

// The same in another environment: whatever is not given comes from the one that is cloned.
const staging = new Container("gateway-staging", {
  environmentId: config.require("otherEnvironmentId"),
  cloneFrom: gateway,
});

export const gatewayId = gateway.id;
export const stagingTag = staging.tag;
