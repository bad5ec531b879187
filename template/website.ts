import { Container, DeploymentTrigger } from "pulumi-app-platform";

export interface WebsiteArgs {
  environmentId: string;
  registryId: string;
  /** Tag of the image. */
  tag: string;
}

/** What the program declares. It is a function, so that the tests can call it, too. */
export function website({ environmentId, registryId, tag }: WebsiteArgs) {
  const web = new Container("web", {
    environmentId,
    registryId,
    imageName: "library/nginx",
    tag,
    ports: [{ internalPort: 80, publiclyAccessible: true }],
    healthchecks: { readinessProbe: { type: { http: { port: 80 } } } },
  });
  const release = new DeploymentTrigger("release", { environmentId, services: [web] });
  return { web, release };
}
