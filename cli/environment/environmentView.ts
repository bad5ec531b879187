import type { ResourceDefinition } from "../../provider/definition/kind.js";
import {
  type EnvironmentStatus,
  hasReadableStatuses,
  isEnd,
  readEnvironment,
  type ServiceStatus,
} from "../../provider/deployment/statuses.js";
import { statusOf } from "../../provider/deployment/wait.js";
import type { Platform } from "../../provider/platform/platform.js";
import type { Values } from "../../provider/schema/json.js";
import { callFor, callOnEnvironment } from "../deployment/call.js";
import { listedOf, otherKinds, type Service, serviceKinds, serviceLabel, servicesOf, versionOf } from "./services.js";

/** A service in `status`. What the endpoints don't return is null. */
export interface ServiceView {
  readonly kind: string;
  readonly id: string;
  readonly name: string | null;
  readonly version: string | null;
  readonly state: string | null;
  readonly deploymentStatus: string | null;
  /** When its last deployment began (ISO 8601). */
  readonly lastDeploymentDate: string | null;
  /** ID of the request that deployed it last. */
  readonly deploymentRequestId: string | null;
  /** Whether the environment's last deployment includes it. */
  readonly isPartOfLastDeployment: boolean | null;
  /** Advanced settings that differ from the platform's defaults; omitted if not requested. */
  readonly advancedSettings?: Values;
}

/** A resource in `status` that isn't a service: it's never deployed, so it has no state. */
export interface OtherView {
  readonly kind: string;
  readonly id: string;
  readonly name: string | null;
}

/** An environment in `status`. */
export interface EnvironmentView {
  readonly environmentId: string;
  /** Null if the endpoints don't return states. */
  readonly environment: EnvironmentState | null;
  readonly services: readonly ServiceView[];
  /** What it contains besides services; omitted if not requested. */
  readonly others?: readonly OtherView[];
}

/** The last deployment of an environment. */
export interface EnvironmentState {
  readonly state: string | null;
  readonly deploymentStatus: string | null;
  readonly lastDeploymentDate: string | null;
  readonly lastDeploymentId: string | null;
  readonly triggeredBy: string | null;
  readonly origin: string | null;
  readonly durationSeconds: number | null;
}

/**
 * Reads an environment: one request for the states and one for each kind, however many resources there are.
 *
 * @param kinds The kinds to show besides services.
 * @throws AppPlatformError if a request fails.
 */
export async function readView(
  platform: Platform,
  environmentId: string,
  kinds: readonly ResourceDefinition[] = otherKinds,
): Promise<EnvironmentView> {
  const [services, others, status] = await Promise.all([
    servicesOf(platform, environmentId),
    listedOf(platform, environmentId, kinds),
    readStates(platform, environmentId),
  ]);
  return {
    ...viewFrom(environmentId, services, status),
    others: others.map(({ definition: { kind }, id, name = null }) => ({ kind, id, name })),
  };
}

/** Adds the advanced settings of the services, with one request for each. */
export async function withSettings(platform: Platform, view: EnvironmentView): Promise<EnvironmentView> {
  const services = view.services.map(async (service) => {
    const definition = serviceKinds.find(({ kind }) => kind === service.kind);
    if (definition?.args.advancedSettings === undefined) return service;
    const call = callFor(platform, definition, serviceLabel({ ...service, name: service.name ?? undefined }));
    const found = await Promise.all((definition.subresources ?? []).map(({ own }) => own?.(call, service.id, {})));
    const { advancedSettings = {} } = Object.assign({}, ...found) as { readonly advancedSettings?: Values };
    return { ...service, advancedSettings };
  });
  return { ...view, services: await Promise.all(services) };
}

export function viewFrom(
  environmentId: string,
  services: readonly Service[],
  status: EnvironmentStatus | undefined,
): EnvironmentView {
  if (status === undefined) return { environmentId, environment: null, services: services.map((each) => viewOf(each)) };
  const unnamed = status.services.filter(({ id }) => !services.some((each) => each.id === id));
  return {
    environmentId,
    environment: environmentState(status.environment ?? {}),
    services: [
      ...services.map((each) =>
        viewOf(
          each,
          status.services.find(({ id }) => id === each.id),
        ),
      ),
      ...unnamed.map(viewOfUnlisted),
    ],
  };
}

/** The states of an environment and its services; nothing if the platform's endpoints don't return them. */
export async function readStates(platform: Platform, environmentId: string): Promise<EnvironmentStatus | undefined> {
  const call = callOnEnvironment(platform, environmentId);
  if (!hasReadableStatuses(call)) return undefined;
  const found = await readEnvironment(call, { environmentId });
  // Some platforms omit the environment's own status there.
  return found.environment === undefined ? { ...found, environment: await statusOf(call, { environmentId }) } : found;
}

export function environmentState(status: Values): EnvironmentState {
  const { totalDeploymentDurationInSeconds: seconds } = status;
  return {
    state: textOf(status.state),
    deploymentStatus: textOf(status.deploymentStatus),
    lastDeploymentDate: textOf(status.lastDeploymentDate),
    lastDeploymentId: textOf(status.lastDeploymentId),
    triggeredBy: textOf(status.triggeredBy),
    origin: textOf(status.origin),
    durationSeconds: typeof seconds === "number" ? seconds : null,
  };
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function viewOf(service: Service, status?: ServiceStatus): ServiceView {
  const { definition, id, name = null } = service;
  return { kind: definition.kind, id, name, version: versionOf(service) ?? null, ...stateOf(status) };
}

function viewOfUnlisted(status: ServiceStatus): ServiceView {
  const definition = serviceKinds.find(({ deployedAs }) => deployedAs?.list === status.list);
  const kind = definition?.kind ?? status.list;
  return { kind, id: status.id, name: null, version: null, ...stateOf(status) };
}

function stateOf(status: ServiceStatus | undefined) {
  return {
    state: status?.state ?? null,
    deploymentStatus: status?.currency ?? null,
    lastDeploymentDate: status === undefined || Number.isNaN(status.date) ? null : new Date(status.date).toISOString(),
    deploymentRequestId: status?.request ?? null,
    isPartOfLastDeployment: status?.isInLast ?? null,
  };
}

export function isFailed({ state }: { readonly state: string | null }): boolean {
  return state?.endsWith("_ERROR") === true;
}

/** Whether the environment and all services with a state are in a final one. */
export function isIdle({ environment, services }: EnvironmentView): boolean {
  return isEnd(environment?.state) && services.every(({ state }) => state === null || isEnd(state));
}
