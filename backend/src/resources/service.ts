/** What all kinds of service have in common: how they are stored, and the members of every response. */
import { z } from "zod";
import type { Report } from "../schema/rules.js";
import { text, timestamp, uuid } from "../schema/texts.js";
import type { FurtherCheck } from "../schema/validate.js";
import { optional } from "../schema/values.js";
import { type Cluster, type Environment, environmentReference } from "./environment.js";
import type { DeployedCommit } from "./git-repository.js";
import type { AnnotationsGroup, LabelsGroup } from "./groups.js";
import type { Registry } from "./registry.js";

export const kinds = ["application", "container", "job", "database", "terraform"] as const;
export type Kind = (typeof kinds)[number];

export const serviceType = z.enum(["APPLICATION", "DATABASE", "CONTAINER", "JOB", "HELM", "TERRAFORM"]);
type ServiceType = z.output<typeof serviceType>;

/** How responses spell a kind. */
export function serviceTypeOf(kind: Kind): ServiceType {
  return kind.toUpperCase() as ServiceType;
}

/** A service as stored. */
export interface Service<Config = unknown> {
  readonly id: string;
  readonly kind: Kind;
  readonly environmentId: string;
  readonly createdAt: string;
  updatedAt: string | null;
  /** Counts the updates, and the count at the last deployment; null before the first. */
  revision: number;
  deployedRevision: number | null;
  lastDeploymentId: string | null;
  /** The version that was deployed last; omitted before, and for deployments of earlier versions of the backend. */
  deployedVersion?: string | undefined;
  deployedCommit: DeployedCommit | null;
  /** When its deletion started, on the progress clock; null if it is not being deleted. */
  deletingSince: number | null;
  /** Its deployment stage; omitted or null for the default one of its environment. */
  stageId?: string | null | undefined;
  /** The request body with defaults and the server's ids of its items. */
  config: Config;
}

/** The records that the response of a service includes. */
export interface RelatedRecords {
  registry(id: string): Registry;
  gitTokenName(id: string | null): string | null;
  annotationsGroups(references: readonly { id: string }[]): AnnotationsGroup[];
  labelsGroups(references: readonly { id: string }[]): LabelsGroup[];
}

export interface Configuring<Config> {
  readonly serviceId: string;
  readonly environment: Environment;
  readonly cluster: Cluster;
  readonly now: string;
  /** The configuration that an update replaces; null for a new service. */
  readonly previous: Config | null;
}

/** Where a service comes from; decides whether its deployment needs an image tag or a commit. */
export type Source = "image" | "git" | "none";

/** Reads a body of this schema, or refuses it. */
export type ReadBody = <T>(schema: z.ZodType<T>, check: FurtherCheck<T>) => T;

export interface ServiceKind<Body, Config extends { name: string }, Result> {
  readonly kind: Kind;
  readonly request: z.ZodType<Body>;
  readonly response: z.ZodType<Result>;
  /** Reads the body of an update, where it is not that of a create; what it keeps by omission is in the previous configuration. */
  readEdit?(read: ReadBody, previous: Config): Body;
  /** Removes from a body what the platform ignores without checking it. */
  prepare?(body: unknown): unknown;
  /** Creates the configuration from a valid body. */
  configure(body: Body, context: Configuring<Config>): Config;
  /** Further checks of an update; its invalid members are undefined. */
  checkEdit?(body: Partial<Body>, previous: Config, report: Report): void;
  /** The configuration of a clone: the same, with new item ids. */
  copy(config: Config, context: Configuring<Config>): Config;
  represent(service: Service<Config>, related: RelatedRecords): Result;
  source(config: Config): Source;
  /** The image tag; null without an image. */
  tag?(config: Config): string | null;
  /** Sets the image tag that a deployment gives. */
  withTag?(config: Config, tag: string): Config;
}

export const serviceMembers = {
  id: uuid,
  created_at: timestamp,
  updated_at: optional(timestamp),
  environment: environmentReference,
  icon_uri: text,
  service_type: serviceType,
};

/** The response of a service: its configuration, what every service has, and what its kind adds. */
export function representService<C extends { icon_uri: string | null }, M extends object>(
  service: Service<C>,
  members: M,
) {
  // A spread of a parsed configuration takes ten times as long, and lists have thousands of services.
  return Object.assign({}, service.config, commonMembers(service), members);
}

function commonMembers(service: Service<{ icon_uri: string | null }>) {
  return {
    id: service.id,
    created_at: service.createdAt,
    updated_at: service.updatedAt,
    environment: { id: service.environmentId },
    icon_uri: service.config.icon_uri ?? `app://app-platform/${service.kind}`,
    service_type: serviceTypeOf(service.kind),
  };
}

export function representGroups(
  config: { annotations_groups: { id: string }[]; labels_groups: { id: string }[] },
  related: RelatedRecords,
) {
  return {
    annotations_groups: related.annotationsGroups(config.annotations_groups),
    labels_groups: related.labelsGroups(config.labels_groups),
  };
}
