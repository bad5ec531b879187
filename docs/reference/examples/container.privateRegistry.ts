/**
 * # Private registry
 *
 * An image from GitHub's registry. For Docker Hub, the kind is `DOCKER_HUB`; [ContainerRegistry](containerRegistry.md) has the others.
 */
import * as pulumi from "@pulumi/pulumi";
import { Container, ContainerRegistry } from "pulumi-app-platform";

const config = new pulumi.Config();

const registry = new ContainerRegistry("ghcr", {
  organizationId: config.require("organizationId"),
  kind: "GITHUB_CR",
  config: { username: "acme", password: config.requireSecret("registryToken") },
});
const site = new Container("site", {
  environmentId: config.require("environmentId"),
  registry,
  imageName: "acme/site",
  tag: "1.0",
  healthchecks: {},
});

export const siteId = site.id;
