/**
 * [Gitea](https://about.gitea.com), a git server, with a disk, a public and a private port, probes, and a clone in a second environment.
 * The clone keeps its values when the arguments of its source change.
 */
import * as pulumi from "@pulumi/pulumi";
import { Container, DeploymentTrigger } from "pulumi-app-platform";

const config = new pulumi.Config();
const environmentId = config.require("environmentId");
const otherEnvironmentId = config.require("otherEnvironmentId");

// Gitea, a git server: web pages on port 3000, git over SSH on port 22, repositories and settings in /data.
const git = new Container("git", {
  environmentId,
  registryId: config.require("registryId"),
  imageName: "gitea/gitea",
  tag: "1.24",
  description: "Git server of the team",
  ports: [
    { name: "web", internalPort: 3000, publiclyAccessible: true, isDefault: true },
    // Only for other services in the environment.
    { name: "ssh", internalPort: 22, publiclyAccessible: false, protocol: "TCP" },
  ],
  storage: [{ type: "FAST_SSD", size: 20, mountPoint: "/data" }],
  healthchecks: {
    readinessProbe: { type: { http: { path: "/api/healthz", port: 3000 } }, periodSeconds: 5 },
    livenessProbe: { type: { tcp: { port: 3000 } }, initialDelaySeconds: 60 },
  },
  cpu: 500,
  memory: 1024,
  // Each instance has a disk of its own, so one instance serves all requests.
  minRunningInstances: 1,
  maxRunningInstances: 1,
});

// The same container in another environment, with a disk of its own. Omitted arguments come from the container that is cloned.
const staging = new Container("git-staging", { environmentId: otherEnvironmentId, cloneFrom: git });

// A deployment belongs to one environment, so each environment has its trigger.
new DeploymentTrigger("release", { environmentId, services: [git] });
new DeploymentTrigger("release-staging", { environmentId: otherEnvironmentId, services: [staging] });

export const gitId = git.id;
export const stagingTag = staging.tag;
