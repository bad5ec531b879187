/**
 * A web application that the platform builds from a git repository at a commit, and scales between two and six instances by CPU load. The
 * repository needs a `Dockerfile` at its root, with a server that listens on port 8080 and responds to `GET /`.
 */
import * as pulumi from "@pulumi/pulumi";
import { Application, DeploymentTrigger } from "pulumi-app-platform";

const config = new pulumi.Config();
const environmentId = config.require("environmentId");

// The platform clones the repository and builds the image from its Dockerfile.
const shop = new Application("shop", {
  environmentId,
  gitRepository: {
    url: "https://github.com/acme/shop.git",
    provider: "GITHUB",
    branch: "main",
    rootPath: "/",
    gitTokenId: config.require("gitTokenId"),
  },
  dockerfilePath: "Dockerfile",
  ports: [{ internalPort: 8080, publiclyAccessible: true, isDefault: true }],
  healthchecks: {
    readinessProbe: { type: { http: { path: "/", port: 8080 } }, initialDelaySeconds: 5 },
    livenessProbe: { type: { tcp: { port: 8080 } } },
  },
  cpu: 500,
  memory: 1024,
  // From two to six instances, depending on CPU load.
  minRunningInstances: 2,
  maxRunningInstances: 6,
  autoscaling: {
    mode: "KEDA",
    scalers: [{ scalerType: "cpu", role: "PRIMARY", configJson: { type: "Utilization", value: "70" } }],
  },
});

// The first deployment of an application that is built from git names the commit. A new commit deploys again.
const release = new DeploymentTrigger("shop-release", {
  environmentId,
  services: [{ service: shop, gitCommitId: config.require("commit") }],
});

export const shopId = shop.id;
export const state = release.state;
