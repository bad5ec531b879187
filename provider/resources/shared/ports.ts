import { z } from "zod";
import { listRule } from "../../schema/checks.js";
import { integer, text } from "../../schema/texts.js";
import { itemId } from "./storage.js";

/** Number of a port. */
export const portNumber = integer(1, 65535);

const publicHttp = { publiclyAccessible: [true], protocol: ["HTTP", "GRPC"] } as const;

const port = z
  .strictObject({
    id: itemId,
    internalPort: portNumber.meta({ description: "Port in the instance; unique within the service." }),
    publiclyAccessible: z.boolean().meta({ description: "Whether the port can be reached from the internet." }),
    name: text.optional().meta({
      description: "Name of the port; unique within the service.",
      whenOmitted: { says: "assigned by the platform" },
    }),
    externalPort: portNumber.optional().meta({
      description: "Public port; only for a publicly accessible port.",
      when: { allowed: { publiclyAccessible: [true] } },
      whenOmitted: { says: "443 for a publicly accessible port", mayBe: "^443$" },
    }),
    isDefault: z
      .boolean()
      .optional()
      .meta({ description: "Whether the service's domain points to this port; at most one port is the default." }),
    protocol: z
      .enum(["HTTP", "GRPC", "TCP", "UDP"])
      .optional()
      .meta({
        typeName: "PortProtocol",
        description: "Protocol of the port.",
        default: "HTTP",
        whenOmitted: { isSent: true },
      }),
    publicPath: text.optional().meta({
      description: "Public path of the port; only for a publicly accessible HTTP or GRPC port.",
      when: { allowed: publicHttp },
    }),
    publicPathRewrite: text.optional().meta({
      description: "Path that replaces the public path; only for a publicly accessible HTTP or GRPC port.",
      when: { allowed: publicHttp },
    }),
  })
  .meta({ typeName: "Port", description: "A port." });

const oneDefault = listRule({
  says: "At most one port is the default.",
  check: (items) => {
    const defaults = items.flatMap((item, index) =>
      (item as { isDefault?: boolean }).isDefault === true ? [index] : [],
    );
    return defaults.length > 1
      ? {
          path: [defaults[1] as number, "isDefault"],
          expected: "must be true for at most one port",
          got: `true, as for item ${defaults[0]}`,
        }
      : undefined;
  },
});

/** Ports of an application or container. */
export const ports = z
  .array(port)
  .check(oneDefault)
  .optional()
  .meta({ description: "Ports that the service listens on.", key: "internalPort", unique: ["internalPort", "name"] });
