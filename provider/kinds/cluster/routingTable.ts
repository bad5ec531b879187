import { z } from "zod";
import type { Call, Subresource } from "../../definition/kind.js";
import { extended } from "../../platform/endpoint.js";
import { sendRequest } from "../../resource/send.js";
import type { Field } from "../../schema/field.js";
import { isObject, sameJson, type Value, type Values, withMember } from "../../schema/json.js";
import { freeText, object, text } from "../../schema/schemas.js";
import type { Comparison } from "../../values/compare.js";
import { fromWire, toWire } from "../../values/wire.js";

/** Routes of a cluster's network. A program that sets them manages all. */
export const routingTable = z
  .array(
    object("ClusterRoute", "A route.", {
      destination: text.meta({ description: "Destination network of the route, as CIDR." }),
      target: text.meta({ description: "Target of the route, for example a peering connection." }),
      description: freeText.meta({ description: "What the route is for." }),
    }),
  )
  .optional()
  .meta({
    description:
      "Routes of the cluster's network. Your program manages all of them: those that it doesn't list are removed. If you remove the argument, all routes are removed.",
    items: { key: "destination", unique: ["destination"] },
    extendedOnly: true,
  });

const path = "/organization/{organizationId}/cluster/{clusterId}/routingTable";
const api = { read: extended(`GET ${path}`), replace: extended(`PUT ${path}`) };

/** The routing table, which the platform stores separately from the cluster and replaces as a whole. */
export const routingSubresource: Subresource = {
  args: ["routingTable"],
  step: () => "setting its routing table",
  isChanged: differs,
  async apply(call, { id, now, args, update, keep }) {
    const before = withRoutes(now, update?.own.state.routingTable);
    keep(before);
    const isSame = update === undefined ? args.routingTable === undefined : !differs(update.own);
    if (isSame) return before;
    const routes = args.routingTable ?? [];
    const touched = () => keep(withRoutes(now, args.routingTable ?? before.routingTable), ["routingTable"]);
    if (update !== undefined && sameJson(routes, await readRoutes(call, id, now)))
      return withRoutes(now, args.routingTable);
    const stored = await replaceRoutes(call, id, { now, routes }, touched);
    return withRoutes(now, args.routingTable && stored);
  },
  async read(call, id, now, known) {
    if (known.routingTable === undefined) return now;
    return withRoutes(now, await readRoutes(call, id, now, known.routingTable));
  },
};

function differs({ changes, removals }: Comparison): boolean {
  return changes.length > 0 || removals.length > 0;
}

async function readRoutes(call: Call, id: string, now: Values, known?: Value): Promise<Value | undefined> {
  const { definition, platform, operation, label } = call;
  const request = { endpoint: api.read, members: { ...now, clusterId: id }, purpose: `Reading the routes of ${label}` };
  const results = await platform.lists.all(request, { fresh: true, operation });
  return fromWire(definition.args.routingTable as Field, results, known, "absent");
}

async function replaceRoutes(
  call: Call,
  id: string,
  { now, routes }: { readonly now: Values; readonly routes: Value },
  touched: () => void,
): Promise<Value | undefined> {
  const { definition, label } = call;
  const body = { routes: toWire(definition.args.routingTable as Field, routes) ?? [] };
  const purpose = `Changing the routes of ${label}`;
  const format = (wire: string) => wire.replace(/^routes/, "routingTable");
  const request = { endpoint: api.replace, members: { ...now, clusterId: id }, body, purpose, format };
  const response = await sendRequest(call, request, touched);
  return fromWire(definition.args.routingTable as Field, isObject(response) ? response.results : response, routes);
}

function withRoutes(state: Values, routes: Value | undefined): Values {
  return withMember(state, "routingTable", routes);
}
