import * as pulumi from "@pulumi/pulumi";
import { Application, Container, Database, Job, type ServiceArgs } from "pulumi-app-platform";
import type { Source } from "./source.js";

type Each<K extends keyof Source> = Source[K][number];

/** A preview of a pull request. */
export interface Preview {
  /** Number of the pull request. */
  readonly pullRequest: string;
  /** Environment to clone. */
  readonly sourceEnvironmentId: string;
  /** Environment that holds the previews of all pull requests. */
  readonly environmentId: string;
  /** Image tags, and commits of what is built from git, by the name of the service. */
  readonly versions: Readonly<Record<string, string>>;
}

/** Where a clone goes, and its name: names are unique per environment and kind, so the number keeps previews apart. */
const placeOf = ({ environmentId, pullRequest }: Preview, source: { readonly id: string; readonly name: string }) => ({
  environmentId,
  name: `${source.name}-pr-${pullRequest}`,
  cloneFrom: source.id,
});

export const cloneDatabase = (preview: Preview, source: Each<"databases">) =>
  new Database(source.name, placeOf(preview, source));

/** Changes a value that contains the host of a source database, so that the preview uses the clone of that database. */
export type Connect = <T>(value: T) => pulumi.Output<T> | undefined;

export function connectTo(sources: readonly Each<"databases">[], clones: readonly Database[]): Connect {
  return <T>(value: T) => {
    const text = JSON.stringify(value ?? null);
    const used = sources.flatMap(({ host }, index) =>
      host !== undefined && text.includes(host) ? [{ host, clone: clones[index]?.host }] : [],
    );
    if (used.length === 0) return undefined;
    return pulumi
      .all(used.map(({ clone }) => clone))
      .apply((hosts): T => JSON.parse(used.reduce((all, { host }, i) => all.replaceAll(host, hosts[i] ?? host), text)));
  };
}

// `autoPreview` is false in all of them: the platform must not clone a preview again for each pull request.

export const cloneContainer = (preview: Preview, source: Each<"containers">, connect: Connect): ServiceArgs =>
  new Container(source.name, {
    ...placeOf(preview, source),
    tag: preview.versions[source.name],
    arguments: connect(source.arguments),
    autoPreview: false,
  });

export const cloneApplication = (preview: Preview, source: Each<"applications">, connect: Connect): ServiceArgs => ({
  service: new Application(source.name, {
    ...placeOf(preview, source),
    arguments: connect(source.arguments),
    autoPreview: false,
  }),
  gitCommitId: preview.versions[source.name] ?? source.gitRepository.deployedCommitId,
});

export function cloneJob(preview: Preview, source: Each<"jobs">, connect: Connect): ServiceArgs {
  const { image, docker } = source.source;
  const version = preview.versions[source.name];
  const service = new Job(source.name, {
    ...placeOf(preview, source),
    source:
      image === undefined || version === undefined
        ? undefined
        : { image: { registryId: image.registryId, imageName: image.imageName, tag: version } },
    schedule: connect(source.schedule),
    autoPreview: false,
  });
  if (docker === undefined) return service;
  return { service, gitCommitId: version ?? docker.gitRepository.deployedCommitId };
}
