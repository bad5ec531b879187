import * as pulumi from "@pulumi/pulumi";
import { Container, DeploymentTrigger } from "pulumi-app-platform";

const config = new pulumi.Config();
const environmentId = config.require("environmentId");

const site = new Container("site", {
  environmentId,
  name: `site-${pulumi.getStack()}`,
  registryId: config.require("registryId"),
  imageName: "library/nginx",
  tag: config.require("tag"),
  ports: [{ internalPort: 80, publiclyAccessible: true }],
  healthchecks: { readinessProbe: { type: { http: { port: 80 } } } },
});

new DeploymentTrigger("release", { environmentId, services: [site] });

export const siteId = site.id;
