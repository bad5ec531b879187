import * as pulumi from "@pulumi/pulumi";
import { Container } from "pulumi-app-platform";

const config = new pulumi.Config();

const gateway = new Container("gateway", {
  environmentId: config.require("environmentId"),
  registryId: config.require("registryId"),
  imageName: "library/nginx",
  tag: "1.27",
  description: "Handles all requests from the internet",
  ports: [
    // Public under /api; the container receives the path without that prefix.
    { internalPort: 8080, publiclyAccessible: true, name: "web", publicPath: "/api", publicPathRewrite: "/" },
    // Only for other services in the environment.
    { internalPort: 9090, publiclyAccessible: false, name: "metrics" },
  ],
  storage: [{ type: "FAST_SSD", size: 10, mountPoint: "/var/cache/nginx" }],
  healthchecks: { readinessProbe: { type: { http: { port: 8080 } }, periodSeconds: 5 } },
  minRunningInstances: 1,
  maxRunningInstances: 3,
});

// The same container in another environment: omitted arguments come from the container that is cloned.
const staging = new Container("gateway-staging", {
  environmentId: config.require("otherEnvironmentId"),
  cloneFrom: gateway,
});

export const gatewayId = gateway.id;
export const stagingTag = staging.tag;
