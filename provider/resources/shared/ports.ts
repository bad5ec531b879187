import { boolean, choice, integer, list, object, optional, text } from "../../schema/fields.js";
import { itemId } from "./storage.js";

export const port = (description: string) => integer(description, { min: 1, max: 65535 });

const publicHttp = { publiclyAccessible: [true], protocol: ["HTTP", "GRPC"] } as const;

export const ports = () =>
  optional(
    list(
      "Ports the service listens on.",
      object("Port", "A port.", {
        id: itemId(),
        internalPort: port("Port inside the instance; unique within the service."),
        publiclyAccessible: boolean("Whether the port can be reached from the internet."),
        name: optional(
          text("Name of the port; unique within the service.", { minLength: 1, defaultText: "given by the server" }),
        ),
        externalPort: optional(
          integer("Port on the outside; only for a public port.", {
            min: 1,
            max: 65535,
            onlyWhen: { publiclyAccessible: [true] },
            defaultText: "443 for a public port",
          }),
        ),
        isDefault: optional(boolean("Whether the service's own domain leads to this port; at most one.")),
        protocol: optional(
          choice("PortProtocol", "Protocol spoken on the port.", ["HTTP", "GRPC", "TCP", "UDP"], { default: "HTTP" }),
        ),
        publicPath: optional(
          text("Path under which the port is reached; only for a public HTTP or GRPC port.", { onlyWhen: publicHttp }),
        ),
        publicPathRewrite: optional(
          text("What the public path is rewritten to; only for a public HTTP or GRPC port.", { onlyWhen: publicHttp }),
        ),
      }),
      {
        key: "internalPort",
        unique: ["internalPort", "name"],
        rules: [
          {
            says: "At most one port is the default.",
            check: (items) => {
              const defaults = items.flatMap((item, index) =>
                (item as { isDefault?: boolean }).isDefault === true ? [index] : [],
              );
              return defaults.length > 1
                ? {
                    at: `[${defaults[1]}].isDefault`,
                    found: `true, as for item ${defaults[0]}`,
                    allowed: "at most one default port",
                  }
                : undefined;
            },
          },
        ],
      },
    ),
  );
