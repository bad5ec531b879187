import * as pulumi from "@pulumi/pulumi";
import { CloudCredentials } from "pulumi-app-platform";

const config = new pulumi.Config();

const aws = new CloudCredentials("aws", {
  organizationId: config.require("organizationId"),
  aws: {
    accessKeyId: config.require("accessKeyId"),
    // pulumi config set --secret secretAccessKey …
    secretAccessKey: config.requireSecret("secretAccessKey"),
  },
});

export const credentialsId = aws.id;
