import { z } from "zod";
import type { LinkedOutputs } from "../../definition/parts.js";
import { extended } from "../../platform/endpoint.js";
import { isObject, type Values } from "../../schema/json.js";

const link = z
  .strictObject({
    url: z.string().meta({ description: "URL of the address." }),
    internalPort: z.int().meta({ description: "Port in the instance." }),
    externalPort: z.int().meta({ description: "Public port." }),
    isDefault: z.boolean().meta({ description: "Whether it is the default address of the service." }),
  })
  .meta({ typeName: "Link", description: "An address at which a public port is reached." });

const outputs = {
  url: z.string().optional().meta({
    description:
      "URL of the service's default address (extended endpoints only). `undefined` without a publicly accessible port.",
  }),
  links: z.array(link).optional().meta({
    description:
      "Addresses of the service's publicly accessible ports, the default one first (extended endpoints only). Updated when the service is created, when its ports change, and by a refresh.",
  }),
};

const textOf = ({ internal_port: port, url }: Values) => `${String(port).padStart(5)} ${url}`;

/** The default address first, then by port: the platform states no order. */
function inOrder(one: Values, other: Values): number {
  const byDefault = Number(other.is_default === true) - Number(one.is_default === true);
  return byDefault || textOf(one).localeCompare(textOf(other));
}

/** The addresses at which the public ports of a service are reached. A domain may lead to a service that has them (`exposedService`). */
export function linksOf(service: string): LinkedOutputs {
  return {
    noun: "addresses",
    outputs,
    api: { read: extended(`GET /${service}/{id}/link`), list: extended("GET /environment/{environmentId}/link") },
    ownerMember: "service_id",
    follow: ["ports"],
    isExpected: ({ ports }) =>
      Array.isArray(ports) && ports.some((port) => isObject(port) && port.publiclyAccessible === true),
    from(items) {
      const links = items
        .filter(({ url }) => typeof url === "string")
        .sort(inOrder)
        .map(({ url, internal_port, external_port, is_default }) => ({
          url: url as string,
          internalPort: internal_port ?? null,
          externalPort: external_port ?? null,
          isDefault: is_default === true,
        }));
      const [first] = links;
      return first === undefined ? {} : { url: first.url, links };
    },
  };
}
