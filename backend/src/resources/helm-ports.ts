/** The ports of a Helm service, each of a Kubernetes service that the chart creates. */
import { z } from "zod";
import { exactlyOne, withRules } from "../schema/rules.js";
import { freeText, text, uuid } from "../schema/texts.js";
import { integer, omittable, optional } from "../schema/values.js";
import { itemId } from "./items.js";

const members = {
  name: optional(text),
  namespace: optional(text),
  protocol: z.enum(["HTTP", "GRPC"]).default("HTTP"),
  is_default: z.boolean().default(false),
};
const selectors = z.array(z.object({ key: text, value: freeText }));

export const helmPortRequest = withRules(
  z.object({
    id: itemId,
    internal_port: integer(1, 65_535),
    external_port: optional(integer(1, 65_535)),
    ...members,
    service_name: omittable(text),
    service_selectors: omittable(selectors),
  }),
  exactlyOne("service_name", "service_selectors"),
).meta({ id: "HelmPortRequest" });

const portType = z.enum(["SERVICE_NAME", "SERVICE_SELECTORS"]);

export const helmPortResponse = z
  .object({
    id: uuid,
    internal_port: integer(),
    external_port: integer(),
    ...members,
    service_name: text.optional(),
    service_selectors: selectors.optional(),
    port_type: portType,
  })
  .meta({ id: "HelmPort" });

export type HelmPort = Omit<z.output<typeof helmPortRequest>, "id" | "external_port"> & {
  id: string;
  external_port: number;
};

export function portTypeOf({ service_name }: HelmPort): z.output<typeof portType> {
  return service_name === undefined ? "SERVICE_SELECTORS" : "SERVICE_NAME";
}
