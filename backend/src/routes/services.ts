/** The routes of services: the same for every kind. Those with a number are in the API document. */
import { z } from "zod";
import { ownDeploymentOf, serviceDeployments } from "../operations/service-deployments.js";
import { serviceOperations } from "../operations/services.js";
import { statusesOfKind } from "../operations/statuses.js";
import { cloneRequest, serviceStatus } from "../resources/deployment.js";
import { memberOf, serviceKinds } from "../resources/services.js";
import {
  documented,
  type Endpoint,
  extended,
  nameTaken,
  type Route,
  results,
  skipReconcile,
  success,
} from "./route.js";
import { capitalized, withArticle } from "./wording.js";

const beingDeleted = "The environment already has one with this name, or the service is being deleted.";

function serviceRoutes(kind: (typeof serviceKinds)[number]): readonly Route[] {
  const { kind: name, noun = name, numbers, request, response } = kind;
  const run = serviceOperations(kind);
  const tag = { name, description: kind.description };
  const all = `/environment/{environmentId}/${name}`;
  const one = `/${name}/{${name}Id}`;
  const toUpdate = {
    description: `Whether to list only the ${noun}s that were updated since their last deployment.`,
  };
  const endpoints: Record<keyof typeof numbers, Omit<Endpoint, "operation" | "tag">> = {
    create: {
      summary: `Create ${withArticle(noun)}`,
      method: "POST",
      path: all,
      body: request,
      response,
      success: success.create,
      conflict: nameTaken,
      run: run.create,
    },
    list: {
      summary: `List the ${noun}s of an environment`,
      method: "GET",
      path: all,
      ...(kind.listsUpdated ? { query: { toUpdate } } : {}),
      response: results(response),
      success: success.read,
      run: run.list,
    },
    get: {
      summary: `Read ${withArticle(noun)}`,
      method: "GET",
      path: one,
      response,
      success: success.read,
      run: run.get,
    },
    edit: {
      summary: `Update ${withArticle(noun)}`,
      method: "PUT",
      path: one,
      role: kind.editRole,
      body: kind.editRequest ?? request,
      response,
      success: success.read,
      conflict: numbers.edit === undefined ? beingDeleted : nameTaken,
      run: run.replace,
    },
    delete: {
      summary: `Delete ${withArticle(noun)}`,
      method: "DELETE",
      path: one,
      query: { skipReconcile },
      success: success.removed,
      run: run.remove,
    },
    clone: {
      summary: `Clone ${withArticle(noun)}`,
      method: "POST",
      path: `${one}/clone`,
      body: cloneRequest,
      response,
      success: success.accepted,
      conflict: nameTaken,
      run: run.clone,
    },
  };
  const status = statusesOfKind(kind);
  const statusRoutes = [
    extended({
      operation: `get${capitalized(name)}Status`,
      summary: `Read the deployment status of ${withArticle(noun)}`,
      tag,
      method: "GET",
      path: `${one}/status`,
      response: serviceStatus,
      success: success.read,
      run: status.get,
    }),
    extended({
      operation: `list${capitalized(name)}Statuses`,
      summary: `List the deployment statuses of the ${noun}s of an environment`,
      tag,
      method: "GET",
      path: `${all}/status`,
      response: results(serviceStatus),
      success: success.read,
      run: status.list,
    }),
  ];
  const { calls = Object.keys(endpoints) as (keyof typeof endpoints)[] } = kind;
  const own = calls.map((verb) => {
    const operation = `${verb}${capitalized(verb === "list" ? memberOf(name) : name)}`;
    const number = numbers[verb];
    const route = { ...endpoints[verb], operation, tag };
    return number === undefined ? extended(route) : documented(number, route);
  });
  return [...own, ...statusRoutes];
}

const busy = "An operation is in progress in the environment";

/** What is done to one service alone. */
function deploymentRoutes(kind: (typeof serviceKinds)[number]): readonly Route[] {
  const { kind: name, noun = name, deploymentQuery } = kind;
  const run = serviceDeployments(kind);
  const query =
    deploymentQuery &&
    Object.fromEntries(
      Object.entries(deploymentQuery).map(([parameter, values]) => [
        parameter,
        { description: "Changes nothing here.", ...(values.length > 0 && { schema: z.enum(values) }) },
      ]),
    );
  const body = ownDeploymentOf(kind);
  const route = (
    verb: keyof typeof run,
    path: string,
    endpoint: Pick<Route, "summary" | "conflict"> & Partial<Pick<Route, "body" | "bodyMayBeAbsent" | "query">>,
  ) =>
    extended({
      operation: `${verb}${capitalized(name)}`,
      tag: { name, description: kind.description },
      method: "POST",
      path: `/${name}/{${name}Id}/${path}`,
      response: serviceStatus,
      success: success.accepted,
      run: run[verb],
      ...endpoint,
    });
  const deployed = `${busy}, or the ${noun} was never deployed`;
  return [
    route("deploy", "deploy", {
      summary: `Deploy ${withArticle(noun)}`,
      conflict: `${busy}.`,
      ...(query && { query }),
      ...(body && { body, bodyMayBeAbsent: kind.ownDeployment === undefined }),
    }),
    route("redeploy", "redeploy", {
      summary: `Redeploy ${withArticle(noun)}`,
      conflict: `${deployed}.`,
      ...(query && { query }),
    }),
    ...(kind.isRestarted
      ? [
          route("restart", "restart-service", {
            summary: `Restart ${withArticle(noun)}`,
            conflict: `${deployed}, or is stopped.`,
          }),
        ]
      : []),
    ...(kind.stop === undefined
      ? []
      : [
          route("stop", "stop", {
            summary: `Stop ${withArticle(noun)}`,
            conflict: `${deployed}${kind.stop === "once" ? ", or is stopped already" : ""}.`,
          }),
        ]),
  ];
}

const routes = serviceKinds.flatMap((kind) => [...serviceRoutes(kind), ...deploymentRoutes(kind)]);
export const documentedServiceRoutes = routes.filter(({ number }) => number !== undefined);
export const extendedServiceRoutes = routes.filter(({ number }) => number === undefined);
