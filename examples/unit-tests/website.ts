import { Container, DeploymentTrigger } from "pulumi-app-platform";

export interface WebsiteArgs {
  environmentId: string;
  registryId: string;
  /** Tag of the image. */
  tag: string;
}

/** What the program declares: a function, so that tests can call it with other arguments. */
export function website({ environmentId, registryId, tag }: WebsiteArgs) {
  if (tag === "latest") throw new Error("tag must name a version, so that a later run deploys the same image.");
  const web = new Container("web", {
    environmentId,
    registryId,
    imageName: "library/nginx",
    tag,
    ports: [{ internalPort: 80, publiclyAccessible: true }],
    healthchecks: { readinessProbe: { type: { http: { port: 80 } } } },
  });
  const release = new DeploymentTrigger("release", { environmentId, services: [web], waitFor: "deployed" });
  return { web, release };
}
