/** What all kinds of service have in common: how they are stored, and the members of every response. */
import { z } from "zod";
import type { Role } from "../roles.js";
import { text, timestamp, uuid } from "../schema/texts.js";
import type { FurtherCheck } from "../schema/validate.js";
import { optional } from "../schema/values.js";
import type { TerraformAction } from "../states.js";
import type { Settings } from "./advanced-settings.js";
import type { BuiltInValues } from "./built-in-variable.js";
import { type Cluster, type Environment, environmentReference } from "./environment.js";
import type { DeployedCommit } from "./git-repository.js";
import type { MasterCredentials } from "./master-credentials.js";
import type { RelatedRoles } from "./organization-role.js";
import type { AnnotationsGroup } from "./records/annotations-group.js";
import type { LabelsGroup } from "./records/labels-group.js";
import type { Registry } from "./registry.js";

/** The types of service, in the order of the API document. */
export const serviceType = z.enum(["APPLICATION", "DATABASE", "CONTAINER", "JOB", "HELM", "TERRAFORM"]);
type ServiceType = z.output<typeof serviceType>;

/** A type of service, as paths spell it. */
export type Kind = Lowercase<ServiceType>;

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
  /** The commit of the values of a Helm service, if they are in git; omitted before the first that was given. */
  deployedValuesCommit?: DeployedCommit | undefined;
  /** When its deletion started, on the progress clock; null if it is not being deleted. */
  deletingSince: number | null;
  /** Its deployment stage; omitted or null for the default one of its environment. */
  stageId?: string | null | undefined;
  /** Whether deployments of the whole environment leave it out; not if omitted. */
  isSkipped?: boolean | undefined;
  /** Its advanced settings as their last update gave them; omitted before the first one. */
  advancedSettings?: Settings | undefined;
  /** The request body with defaults and the server's ids of its items. */
  config: Config;
}

/** The records that the response of a service includes. */
export interface RelatedRecords extends RelatedRoles {
  registry(id: string): Registry;
  gitTokenName(id: string | null): string | null;
  helmRepository(id: string): { readonly id: string; readonly name: string; readonly url: string };
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

/** Where a service comes from; decides which version its deployment may name, and whether it needs one. */
export type Source = "image" | "git" | "chart" | "none";

/** Reads a body of this schema, or refuses it. */
export type ReadBody = <T>(schema: z.ZodType<T>, check?: FurtherCheck<T>) => T;

/** A service in the body of a deployment: its id, or an object with its id and what to deploy. */
export type Selection =
  | string
  | (Record<string, unknown> & {
      readonly image_tag?: string | null;
      readonly git_commit_id?: string | null;
      readonly chart_version?: string | null;
      readonly values_override_git_commit_id?: string | null;
      readonly action?: TerraformAction | null;
    });

type Operation = "create" | "list" | "get" | "edit" | "delete" | "clone";

/** Everything that is particular to a kind of service. */
export interface ServiceKind<Body, Config extends { name: string }, Result> {
  readonly kind: Kind;
  /** Whether it has variables of its own, and sees those of its environment. */
  readonly hasVariables: boolean;
  readonly selection: z.ZodType<Selection>;
  /** The member of a selection that is the id of the service, `id` if omitted; null if the selection is the id. */
  readonly selectedBy?: string | null;
  /** As sentences spell it; the kind if omitted. */
  readonly noun?: string;
  /** What the OpenAPI document says about its operations. */
  readonly description: string;
  /** The calls that it has; all of them if omitted. */
  readonly calls?: readonly Operation[];
  /** The numbers of its endpoints in the API document. The others belong to the extended set. */
  readonly numbers: Readonly<Partial<Record<Operation, number>>>;
  readonly request: z.ZodType<Body>;
  readonly response: z.ZodType<Result>;
  /** Whether a list can be limited to the services that were updated since their last deployment. */
  readonly listsUpdated?: boolean;
  /** The body of an update, if it is not that of a create, and who may send it, if not every editor. */
  readonly editRequest?: z.ZodType;
  readonly editRole?: Role;
  /** Whether it may come from a git repository, paths of which restrict its automatic deployments. */
  readonly mayBeFromGit?: boolean;
  /** Whether it has custom domains, and links to its public ports. */
  readonly isExposed?: boolean;
  /** Its advanced settings with their defaults, if it has any. */
  readonly advancedSettings?: Settings;
  /** How it can be stopped alone: if it is stopped already, `again` accepts that. It can't if omitted. */
  readonly stop?: "once" | "again";
  /** Whether it can be restarted. */
  readonly isRestarted?: boolean;
  /** The body of a deployment of it alone, if that isn't its selection without the id. */
  readonly ownDeployment?: z.ZodType<Exclude<Selection, string>>;
  /** Values of the query parameters of its deployments alone, which this platform only checks; empty for a boolean. */
  readonly deploymentQuery?: Readonly<Record<string, readonly string[]>>;
  /** Whether it runs to completion when it is deployed. */
  readonly isRun?: boolean;
  /** Whether a deployment can do something else instead of deploying it, such as a plan. */
  readonly hasActions?: boolean;
  /** Removes from a body what the platform ignores without checking it. */
  prepare?(body: unknown, previous: Config | null): unknown;
  /** Creates the configuration from a valid body. */
  configure(body: Body, context: Configuring<Config>): Config;
  /** The configuration after an update; without it, an update is a create that knows the previous configuration. */
  edit?(read: ReadBody, previous: Config, context: Configuring<Config>): Config;
  /** The configuration of a clone: the same, with new item ids. */
  copy(config: Config, context: Configuring<Config>): Config;
  represent(service: Service<Config>, related: RelatedRecords): Result;
  source(config: Config): Source;
  /** The image tag, or the version of the chart; null without either. */
  tag?(config: Config): string | null;
  /** Sets the image tag, or the version of the chart, that a deployment gives. */
  withTag?(config: Config, tag: string): Config;
  /** Whether the values that override those of its chart are in git. */
  hasValuesInGit?(config: Config): boolean;
  /** The version that runs, if it is neither an image tag nor a commit. */
  version?(config: Config): string;
  /** Whether a cancellation without force lets it finish once it runs. */
  outlivesCancel?(config: Config): boolean;
  /** What the platform has chosen to log in with. */
  masterCredentials?(service: Service<Config>): MasterCredentials;
  /** What the platform says about a service in variables of its own. */
  builtIns?(service: Service<Config>): BuiltInValues;
}

/** A kind whose types only its own file knows. */
export type AnyServiceKind = ServiceKind<unknown, { name: string }, unknown>;

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
