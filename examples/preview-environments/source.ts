import * as pulumi from "@pulumi/pulumi";
import { getApplications, getContainers, getDatabases, getJobs } from "pulumi-app-platform";

/** What an environment holds; Terraform services are omitted, since a clone would create the same cloud resources again. */
export type Source = Awaited<ReturnType<typeof readSource>>;

/** Reads an environment. Previews are skipped, so they can share an environment with their source. */
export async function readSource(environmentId: string) {
  const place = { environmentId };
  const [databases, containers, applications, jobs] = await Promise.all([
    getDatabases(place).then(withoutPreviews),
    getContainers(place).then(withoutPreviews),
    getApplications(place).then(withoutPreviews),
    getJobs(place).then(withoutPreviews),
  ]);
  return { databases, containers, applications, jobs };
}

function withoutPreviews<T extends { readonly name: string }>(services: readonly T[]): T[] {
  return services.filter(({ name }) => !/-pr-\d+$/.test(name));
}

/** Refuses versions of services that are not there, for example after a typing error. */
export function checkVersions(versions: Readonly<Record<string, string>>, source: Source): void {
  const names = [...source.containers, ...source.applications, ...source.jobs].map(({ name }) => name);
  for (const name of Object.keys(versions)) {
    if (names.includes(name)) continue;
    throw new pulumi.RunError(`There is no service "${name}" to give a version to; there are: ${names.join(", ")}.`);
  }
}
