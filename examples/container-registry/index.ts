import * as pulumi from "@pulumi/pulumi";
import { ContainerRegistry } from "pulumi-app-platform";

const config = new pulumi.Config();

const images = new ContainerRegistry("images", {
  organizationId: config.require("organizationId"),
  kind: "GITHUB_CR",
  // pulumi config set --secret password …
  config: { username: "acme", password: config.requireSecret("password") },
});

export const registryId = images.id;
