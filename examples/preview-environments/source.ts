import * as pulumi from "@pulumi/pulumi";
import { getApplications, getContainers, getDatabases, getEnvironment, getJobs } from "pulumi-app-platform";

/** A service of the source environment. */
export interface Service {
  readonly kind: "Database" | "Container" | "Application" | "Job";
  readonly name: string;
  /** Image tag, or commit of what is built from git; nothing for a database. */
  readonly version?: string | undefined;
  /** Whether a job is built from git. */
  readonly isBuilt?: boolean;
}

/** Where the source environment is and what it holds, without Terraform services: a copy would create the same cloud resources again. */
export async function readSource(environmentId: string) {
  const place = { environmentId };
  const [{ projectId }, databases, containers, applications, jobs] = await Promise.all([
    getEnvironment({ id: environmentId }),
    getDatabases(place),
    getContainers(place),
    getApplications(place),
    getJobs(place),
  ]);
  const services: readonly Service[] = [
    ...databases.map(({ name }) => ({ kind: "Database" as const, name })),
    ...containers.map(({ name, tag }) => ({ kind: "Container" as const, name, version: tag })),
    ...applications.map(({ name, gitRepository }) => ({
      kind: "Application" as const,
      name,
      version: gitRepository.deployedCommitId,
    })),
    ...jobs.map(({ name, source: { image, docker } }) => ({
      kind: "Job" as const,
      name,
      version: image?.tag ?? docker?.gitRepository.deployedCommitId,
      isBuilt: docker !== undefined,
    })),
  ];
  return { projectId, services };
}

/** Refuses versions of services that aren't there, for example after a typing error. */
export function checkVersions(versions: Readonly<Record<string, string>>, services: readonly Service[]): void {
  const names = services.filter(({ kind }) => kind !== "Database").map(({ name }) => name);
  for (const name of Object.keys(versions)) {
    if (names.includes(name)) continue;
    throw new pulumi.RunError(`There is no service "${name}" to give a version to; there are: ${names.join(", ")}.`);
  }
}
