import { z } from "zod";
import { isOmitted, rule, withRules } from "../schema/rules.js";
import { text, uuid } from "../schema/texts.js";
import { integer, optional } from "../schema/values.js";
import { itemId } from "./items.js";

const protocol = z.enum(["HTTP", "GRPC", "TCP", "UDP"]);

interface PortRequest {
  publicly_accessible: boolean;
  external_port: number | null;
  protocol: z.output<typeof protocol>;
  public_path: string | null;
  public_path_rewrite: string | null;
}

const externalOnlyWhenPublic = rule<PortRequest>(
  ["publicly_accessible", "external_port"],
  (port, report) => {
    if (port.external_port !== null && !port.publicly_accessible) {
      report(["external_port"], "is allowed only for a publicly accessible port");
    }
  },
  { anyOf: [{ properties: { publicly_accessible: { const: true } } }, { properties: { external_port: isOmitted } }] },
);

const publicPathOnlyOverHttp = rule<PortRequest>(
  ["publicly_accessible", "protocol", "public_path", "public_path_rewrite"],
  (port, report) => {
    if (port.publicly_accessible && (port.protocol === "HTTP" || port.protocol === "GRPC")) return;
    for (const member of ["public_path", "public_path_rewrite"] as const) {
      if (port[member] !== null) report([member], "is allowed only for a public HTTP or GRPC port");
    }
  },
  {
    anyOf: [
      { properties: { publicly_accessible: { const: true }, protocol: { enum: ["HTTP", "GRPC"] } } },
      { properties: { public_path: isOmitted, public_path_rewrite: isOmitted } },
    ],
  },
);

const members = {
  id: itemId,
  internal_port: integer(1, 65_535),
  publicly_accessible: z.boolean(),
  name: optional(text),
  external_port: optional(integer(1, 65_535)),
  is_default: z.boolean().default(false),
  public_path: optional(text),
  public_path_rewrite: optional(text),
};
const rules = [externalOnlyWhenPublic, publicPathOnlyOverHttp] as const;

export const portRequest = withRules(z.object({ ...members, protocol: protocol.default("HTTP") }), ...rules).meta({
  id: "PortItemRequest",
});

/** The update of an application requires the protocol of each port. */
export const portEdit = withRules(z.object({ ...members, protocol }), ...rules).meta({ id: "PortItemEdit" });

export const portResponse = z
  .object({
    id: uuid,
    internal_port: integer(),
    publicly_accessible: z.boolean(),
    name: optional(text),
    external_port: optional(integer()),
    is_default: z.boolean(),
    protocol,
    public_path: optional(text),
    public_path_rewrite: optional(text),
  })
  .meta({ id: "PortItem" });

export type PortItem = z.output<typeof portResponse>;

export const atMostOneDefaultPort = rule<{ ports: { is_default: boolean }[] }>(
  ["ports"],
  (value, report) => {
    const defaults = value.ports.flatMap((port, index) => (port.is_default ? [index] : []));
    for (const index of defaults.slice(1)) {
      report(
        ["ports", index, "is_default"],
        `must be true for only one port; it is already true for ports[${defaults[0]}]`,
      );
    }
  },
  {
    properties: {
      ports: {
        contains: { type: "object", required: ["is_default"], properties: { is_default: { const: true } } },
        minContains: 0,
        maxContains: 1,
      },
    },
  },
);

/** A public port without an external port gets 443. */
export function withExternalPort<P extends { publicly_accessible: boolean; external_port: number | null }>(port: P): P {
  return port.publicly_accessible ? { ...port, external_port: port.external_port ?? 443 } : port;
}
