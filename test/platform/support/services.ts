/** All services: those of the API document, and those that only their test records know. */
import { definitionOf } from "../../kinds/derived.js";
import { isNotApplicable, records } from "../../kinds/index.js";
import type { ResourceDefinition } from "../../support/provider.js";
import { type Body, bodies, deployBodies, type KindBodies, type KindName } from "./bodies.js";

type ServiceBodies = Pick<KindBodies, "full" | "minimal">;

/** Requests that create a service, by the segment of its paths. */
export const serviceBodies: Readonly<Record<string, ServiceBodies>> = Object.fromEntries(
  Object.values(records).flatMap(({ service, bodies: own }): [string, ServiceBodies][] => {
    if (isNotApplicable(service) || isNotApplicable(own)) return [];
    const { first: minimal, other } = own;
    return [
      [
        service,
        bodies[service as KindName] ?? { minimal, full: (ids) => ({ ...other(ids), name: minimal(ids).name }) },
      ],
    ];
  }),
);
export const services = Object.keys(serviceBodies);

/** Those that have addresses and domains. */
export const exposedServices = services.filter((service) =>
  Object.values(records).some(({ extendedCalls }) => extendedCalls.includes(`GET /${service}/{}/link`)),
);

/** Those whose definition fits. */
const servicesWhose = (fits: (definition: ResourceDefinition) => boolean) =>
  services.filter((service) =>
    Object.entries(records).some(([kind, record]) => record.service === service && fits(definitionOf(kind))),
  );

/** Those that have variables. */
export const servicesWithVariables = servicesWhose(({ owned }) => owned !== undefined);
/** Those that are updated. */
export const updatedServices = servicesWhose(({ api }) => api.update !== undefined);
/** Those that are cloned. */
export const clonedServices = servicesWhose(({ api }) => api.clone !== undefined);

export function deployBody(service: string, id: string): Body {
  return deployBodies[service as KindName]?.(id) ?? { [`${service}s`]: [{ id }] };
}
