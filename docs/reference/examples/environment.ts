/**
 * An environment, a container in it and its deployment, in one `pulumi up`. `pulumi destroy` deletes the environment with everything in
 * it. If somebody else's services are in it, the delete is refused, unless you run `pulumi config set app-platform:onDelete everything` first.
 */
import * as pulumi from "@pulumi/pulumi";
import { Container, DeploymentTrigger, Environment, getContainersOutput } from "pulumi-app-platform";

const config = new pulumi.Config();

const staging = new Environment("staging", { projectId: config.require("projectId"), mode: "STAGING" });

// Its ID is known once it exists; the first preview shows it as unknown.
const environmentId = staging.id;

const web = new Container("web", {
  environmentId,
  registryId: config.require("registryId"),
  imageName: "library/nginx",
  tag: "1.27",
  ports: [{ internalPort: 80, publiclyAccessible: true }],
  healthchecks: { readinessProbe: { type: { http: { port: 80 } } } },
});

const release = new DeploymentTrigger("release", { environmentId, services: [web] });

// A lookup in an environment that this program creates runs once there is something to find.
const containers = getContainersOutput({ environmentId }, { dependsOn: [release] });

export const cluster = staging.clusterName;
export const names = containers.apply((all) => all.map(({ name }) => name).join(", "));
