import * as pulumi from "@pulumi/pulumi";
import {
  DeploymentTrigger,
  Environment,
  getApplicationOutput,
  getContainerOutput,
  getDatabaseOutput,
  getJobOutput,
} from "pulumi-app-platform";
import { checkVersions, readSource, type Service } from "./source.js";

/** A preview of a pull request. */
export interface Preview {
  /** Number of the pull request. */
  readonly pullRequest: string;
  /** Environment to clone. */
  readonly sourceEnvironmentId: string;
  /** Image tags, and commits of what is built from git, by the name of the service. */
  readonly versions: Readonly<Record<string, string>>;
}

/** A deployed service, as the command prints it. */
export interface Deployed {
  readonly kind: string;
  readonly name: string;
  readonly address?: string;
}

/** The Pulumi program of a preview: a clone of the source environment, deployed. */
export async function deployPreview({ pullRequest, sourceEnvironmentId, versions }: Preview) {
  const { projectId, services } = await readSource(sourceEnvironmentId);
  checkVersions(versions, services);

  // The clone has copies of all services, with the same names, variables and stages.
  const environment = new Environment("preview", {
    projectId,
    name: `pr-${pullRequest}`,
    mode: "DEVELOPMENT",
    cloneFrom: sourceEnvironmentId,
  });
  const copies = services.map((service) => ({
    ...service,
    ...copyOf(service, environment.id),
    // What the pull request has built; of everything else, what the source has.
    version: versions[service.name] ?? service.version,
  }));
  const ofKind = (kind: Service["kind"]) => copies.filter((copy) => copy.kind === kind);

  // One deployment, stage by stage. It waits until every service is `DEPLOYED`.
  new DeploymentTrigger("release", {
    environmentId: environment.id,
    databases: ofKind("Database").map(({ id }) => id),
    containers: ofKind("Container").map(({ id, version }) => ({ id, imageTag: version })),
    applications: ofKind("Application").map(({ id, version }) => ({ applicationId: id, gitCommitId: version })),
    jobs: ofKind("Job").map(({ id, version, isBuilt }) => ({
      id,
      ...(isBuilt ? { gitCommitId: version } : { imageTag: version }),
    })),
    timeoutSeconds: 1800,
  });
  const deployed = copies.map(({ kind, name, address }) => ({ kind, name, address }));
  return { deployed };
}

/** The copy of a service, which has its name. */
function copyOf({ kind, name }: Service, environmentId: pulumi.Output<string>) {
  const place = { environmentId, name };
  switch (kind) {
    case "Database": {
      const { id, host, port } = getDatabaseOutput(place);
      return { id, address: pulumi.interpolate`${host}:${port}` };
    }
    case "Container": {
      const { id, url } = getContainerOutput(place);
      return { id, address: url };
    }
    case "Application": {
      const { id, url } = getApplicationOutput(place);
      return { id, address: url };
    }
    case "Job":
      return { id: getJobOutput(place).id, address: undefined };
  }
}
