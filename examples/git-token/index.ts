import * as pulumi from "@pulumi/pulumi";
import { GitToken } from "pulumi-app-platform";

const config = new pulumi.Config();

const github = new GitToken("github", {
  organizationId: config.require("organizationId"),
  type: "GITHUB",
  // pulumi config set --secret token …
  token: config.requireSecret("token"),
});

export const gitTokenId = github.id;
