import * as pulumi from "@pulumi/pulumi";
import { Container, DeploymentTrigger, getContainers } from "pulumi-app-platform";

const config = new pulumi.Config();
const environmentId = config.require("environmentId");

// A module can wait at its top level, here for a lookup that runs during the preview too.
const existing = await getContainers({ environmentId });

const web = new Container("web", {
  environmentId,
  registryId: config.require("registryId"),
  imageName: "library/nginx",
  tag: "1.27",
  ports: [{ internalPort: 80, publiclyAccessible: true }],
  healthchecks: { readinessProbe: { type: { http: { port: 80 } } } },
});

new DeploymentTrigger("release", { environmentId, services: [web] });

export const containerId = web.id;
export const others =
  existing
    .map(({ name }) => name)
    .filter((name) => name !== "web")
    .join(", ") || "none";
