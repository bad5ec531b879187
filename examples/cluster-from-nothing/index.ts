import * as pulumi from "@pulumi/pulumi";
import { CloudCredentials, Cluster, Container, DeploymentTrigger, Environment, Project } from "pulumi-app-platform";

const config = new pulumi.Config();
const organizationId = config.require("organizationId");

const aws = new CloudCredentials("aws", {
  organizationId,
  aws: {
    accessKeyId: config.require("accessKeyId"),
    // pulumi config set --secret secretAccessKey …
    secretAccessKey: config.requireSecret("secretAccessKey"),
  },
});

// Without `clusterId`, a cluster is created. Nothing runs on it until it's deployed, which `deploy` waits for.
const main = new Cluster("main", {
  organizationId,
  name: "shop-main",
  region: "eu-west-3",
  cloudProvider: "AWS",
  cloudProviderCredentials: { cloudProvider: "AWS", credentials: aws, region: "eu-west-3" },
  instanceType: "t3.large",
  minRunningNodes: 2,
  maxRunningNodes: 5,
  deploy: "when changed",
});

const shop = new Project("shop", { organizationId, name: "shop-from-nothing" });

// The environment is created once the cluster is deployed, and deleted before it.
const staging = new Environment("staging", { projectId: shop.id, cluster: main, mode: "STAGING" });

const web = new Container("web", {
  environmentId: staging.id,
  registryId: config.require("registryId"),
  imageName: "library/nginx",
  tag: "1.27",
  ports: [{ internalPort: 80, publiclyAccessible: true, isDefault: true }],
  healthchecks: {},
});

new DeploymentTrigger("release", { environmentId: staging.id, services: [web] });

export const clusterStatus = main.status;
export const url = web.url;
