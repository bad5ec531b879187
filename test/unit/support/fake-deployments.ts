/** The calls of deployments in the environment of the fixtures, and responses to them. */
import { ids } from "../../kinds/shared/ids.js";
import type { Call, EndpointSet, Value, Values } from "../../support/provider.js";
import { type ConnectedOptions, connected, definitionOf, lifecycle } from "./fake-platform.js";

export const { environment } = ids;
export const at = (path: string) => `/environment/${environment}/${path}`;
export const deployLine = `POST ${at("service/deploy")}`;
export const statusLine = `GET ${at("status")}`;
export const statusesLine = `GET ${at("statuses")}`;

/** A container as a trigger selects it. */
export const web = { kind: "Container", id: ids.container, imageTag: "1.27", name: "web" };

/** The arguments of a trigger that deploys it. */
export const releaseWithin = (timeoutSeconds: number): Values => ({
  ...{ environmentId: environment, services: [web] },
  ...{ timeoutSeconds, __resourceName: "release" },
});
export const triggerOn = ({ url }: { readonly url: string }, options: ConnectedOptions = {}) =>
  lifecycle("DeploymentTrigger", url, { endpoints: "extended", ...options });

export const label = 'DeploymentTrigger "release"';

/** A call of a trigger on the platform. */
export function callOn({ url }: { readonly url: string }, endpoints: EndpointSet = "extended"): Call {
  const { platform, run, log } = connected(url, { endpoints });
  const definition = definitionOf("DeploymentTrigger");
  return { ...{ definition, platform, run, log, label }, operation: platform.client.begin() } as unknown as Call;
}

export const began = "2026-03-04T11:00:00Z";
export const earlier = "2026-03-04T10:55:00Z";
export const later = "2026-03-04T11:05:00Z";
export const requestOf = (number: number) => `00000000-0000-4000-a000-00000000000${number}`;

/** The environment's status, of the deployment with this number. */
export const status = (number: number, state: string, date = began): Values => ({
  id: environment,
  state,
  last_deployment_state: state,
  last_deployment_id: `deployment-${number}`,
  last_deployment_date: date,
  deployment_request_id: requestOf(number),
  deployment_status: "OUT_OF_DATE",
});

/** The environment's status before the deployments of a test. */
export const deployedBefore: [number, Values] = [200, status(0, "DEPLOYED", earlier)];

/** The response that accepts the deployment with this number. */
export const accepted = (number: number, date = began): [number, Values] => [
  202,
  status(number, "DEPLOYMENT_QUEUED", date),
];

/** The status of a service, of the deployment with this number. */
export const service = (id: string, number: number, state: string, date = began, currency = "UP_TO_DATE"): Values => ({
  id,
  state,
  service_deployment_status: currency,
  deployment_request_id: requestOf(number),
  last_deployment_date: date,
});
export const containers = (...services: Value[]): [number, Values] => [200, { environment: {}, containers: services }];
