import * as pulumi from "@pulumi/pulumi";
import { Container, Database } from "pulumi-app-platform";

const config = new pulumi.Config();
const environmentId = config.require("environmentId");

// IDs of what exists already, by name: pulumi config set --path adopt.orders <id>
// A stack without them creates new services. After the first `pulumi up` they have no effect: pulumi config rm adopt
const existing = config.getObject<Record<string, string>>("adopt") ?? {};

const orders = new Database("orders", {
  environmentId,
  adoptId: existing.orders,
  type: "POSTGRESQL",
  version: "16",
  mode: "CONTAINER",
  storage: 20,
});

const web = new Container("web", {
  environmentId,
  adoptId: existing.web,
  registryId: config.require("registryId"),
  imageName: "library/nginx",
  tag: "1.27",
  ports: [{ internalPort: 80, publiclyAccessible: true }],
  healthchecks: { readinessProbe: { type: { http: { port: 80 } } } },
});

export const databaseId = orders.id;
export const webId = web.id;
