import * as pulumi from "@pulumi/pulumi";
import { AnnotationsGroup } from "pulumi-app-platform";

const config = new pulumi.Config();

// Services refer to it: annotationsGroups: [{ id: contact.id }]
const contact = new AnnotationsGroup("contact", {
  organizationId: config.require("organizationId"),
  annotations: [{ key: "example.com/contact", value: "team-shop" }],
  scopes: ["DEPLOYMENTS", "PODS"],
});

export const annotationsGroupId = contact.id;
