import * as pulumi from "@pulumi/pulumi";
import { HelmRepository } from "pulumi-app-platform";

const config = new pulumi.Config();

const charts = new HelmRepository("charts", {
  organizationId: config.require("organizationId"),
  kind: "HTTPS",
  url: "https://charts.example.com",
  // pulumi config set --secret password …
  config: { username: "acme", password: config.requireSecret("password") },
  skipTlsVerification: false,
});

export const helmRepositoryId = charts.id;
