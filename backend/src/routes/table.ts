import { documentedRoutes } from "./documented.js";
import { extendedRoutes } from "./extended.js";
import type { EndpointSet, Route } from "./route.js";
import { systemRoutes } from "./systems.js";

/** The route table: everything that the server serves and the OpenAPI document lists. */
export function routesOf(set: EndpointSet): readonly Route[] {
  return set === "documented" ? documentedRoutes : [...documentedRoutes, ...extendedRoutes, ...systemRoutes];
}
