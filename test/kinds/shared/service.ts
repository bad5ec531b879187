/** What is the same for all services of an environment. */

import type { EndpointSet, Values } from "../../provider.js";
import type { Calls, Sets } from "../testRecord.js";
import { ids } from "./ids.js";
import { both, extended } from "./sets.js";

const environment = `/environment/${ids.environment}`;
/** What the lifecycle steps give and change. */
export const written = "written by the program";
export const edited = "edited by the program";
export const described = { arg: "description", wire: "description", byHand: "by hand" } as const;
export const editDescription = () => [{ description: edited }];
export const moveElsewhere = (ids: { readonly otherEnvironment: string }) => [{ environmentId: ids.otherEnvironment }];

/**
 * The calls of a service: the extended set reads, updates and deletes by id; what the documented set does differs.
 *
 * @param links What else is read of the fixture, which has a public port and no known address.
 */
export function serviceCalls(
  segment: string,
  id: string,
  edit: Values,
  documented: { readonly read: "list" | "by id" | "none"; readonly update: boolean },
  links: readonly "link"[] = [],
): Readonly<Record<EndpointSet, Calls>> {
  const create = [`POST ${environment}/${segment}`];
  const read = [`GET /${segment}/${id}`];
  const put = `PUT /${segment}/${id}`;
  const list = [`GET ${environment}/${segment}`];
  const linked = links.map((call) => `GET /${segment}/${id}/${call}`);
  const reads = { list, "by id": read, none: [] }[documented.read];
  return {
    documented: { create, read: reads, update: documented.update ? [...reads, put] : "refused", delete: [], edit },
    extended: {
      create: [...create, ...linked],
      read: [...read, ...linked],
      update: [...read, put, ...linked],
      delete: [`DELETE /${segment}/${id}`],
      edit,
    },
  };
}

/** The calls of the addresses and domains of a service, which the API document does not have. */
export const exposedCalls = (segment: string) => [
  `GET /${segment}/{}/link`,
  "GET /environment/{}/link",
  `POST /${segment}/{}/customDomain`,
  `GET /${segment}/{}/customDomain`,
  `PUT /${segment}/{}/customDomain/{}`,
  `DELETE /${segment}/{}/customDomain/{}`,
];

/** The sets that serve a service: all create it, only the extended one deletes it. */
export function servedService(others: { readonly read: Sets; readonly update: Sets; readonly clone: Sets }) {
  return { create: both, delete: extended, ...others };
}
