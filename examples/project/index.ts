import * as pulumi from "@pulumi/pulumi";
import { Project } from "pulumi-app-platform";

const config = new pulumi.Config();

// Its name is the resource's Pulumi name. No other project of the organization may have it, in whatever case.
const shop = new Project("shop", {
  organizationId: config.require("organizationId"),
  description: "Everything of the shop",
});

export const projectId = shop.id;
