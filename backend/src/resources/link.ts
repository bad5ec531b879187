/** The addresses at which the public ports of a service are reached. */
import { z } from "zod";
import { text, uuid } from "../schema/texts.js";
import { integer } from "../schema/values.js";
import type { StoredService } from "../store/services.js";
import type { PortItem } from "./ports.js";
import { platformDomain } from "./records/custom-domain.js";
import { serviceTypeOf } from "./service.js";
import { exposedKinds, serviceKindOf } from "./services.js";

export const link = z
  .object({
    service_id: uuid,
    service_type: z.enum(exposedKinds.map(({ kind }) => serviceTypeOf(kind))),
    url: text,
    internal_port: integer(),
    external_port: integer(),
    is_platform_domain: z.boolean().meta({ description: "Whether the domain is the platform's own." }),
    is_default: z.boolean().meta({ description: "Whether it is the address of the service: exactly one is." }),
  })
  .meta({ id: "Link" });
export type Link = z.output<typeof link>;

/** What the ports of all kinds have in common: without `publicly_accessible`, a port is public. */
type Exposed = Pick<PortItem, "internal_port" | "external_port" | "is_default" | "protocol"> &
  Partial<Pick<PortItem, "publicly_accessible" | "public_path">>;

const schemes: Record<PortItem["protocol"], string> = { HTTP: "https", GRPC: "https", TCP: "tcp", UDP: "udp" };
const impliedPort = 443;

function urlOf(serviceId: string, port: Exposed, external: number): string {
  const scheme = schemes[port.protocol];
  const shownPort = scheme === "https" && external === impliedPort ? "" : `:${external}`;
  return `${scheme}://p${port.internal_port}-${platformDomain(serviceId)}${shownPort}${port.public_path ?? ""}`;
}

/** The links of a service: one for each public port. Without a default port, the first public one is. */
export function linksOf({ id, kind, config }: StoredService): Link[] {
  if (!serviceKindOf({ kind }).isExposed) return [];
  const open = (config as unknown as { ports: Exposed[] }).ports.filter((port) => port.publicly_accessible !== false);
  const main = open.find((port) => port.is_default) ?? open[0];
  return open.map((port) => ({
    service_id: id,
    service_type: serviceTypeOf(kind),
    url: urlOf(id, port, port.external_port ?? impliedPort),
    internal_port: port.internal_port,
    external_port: port.external_port ?? impliedPort,
    is_platform_domain: true,
    is_default: port === main,
  }));
}
