import { recordKinds } from "../generated/record-kinds.js";
import { clusterRoutes } from "./clusters.js";
import { documentedRoutes } from "./documented.js";
import { extendedRoutes } from "./extended.js";
import { peopleRoutes } from "./people.js";
import { plainRoutes } from "./records.js";
import type { EndpointSet, Route } from "./route.js";
import { secretManagerRoutes } from "./secret-managers.js";
import { systemRoutes } from "./systems.js";

/** The route table: everything that the server serves and the OpenAPI document lists. */
export function routesOf(set: EndpointSet): readonly Route[] {
  if (set === "documented") return documentedRoutes;
  return [
    ...documentedRoutes,
    ...extendedRoutes,
    ...systemRoutes,
    ...recordKinds.flatMap(plainRoutes),
    ...clusterRoutes,
    ...secretManagerRoutes,
    ...peopleRoutes,
  ];
}
