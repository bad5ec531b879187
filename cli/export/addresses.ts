import type { Reference } from "./code.js";
import type { Service } from "./services.js";

/** A service that the program declares, under a name of its own. */
export interface Declared extends Service {
  readonly variable: string;
}

/** A place in a text that says where another service is. */
export interface Address {
  readonly start: number;
  readonly end: number;
  readonly to: Reference & { readonly of: "service" };
}

/** Finds the IDs and hosts of services in texts, and the ports beside these hosts. */
export interface Addresses {
  in(text: string): Address[];
}

type Target = {
  readonly service: Declared;
  readonly output: string;
  readonly port?: number;
  readonly portOutput?: string;
};

/** IDs and host names: the longest runs of their characters, so that no part of a longer name counts. */
const words = /[\p{L}\p{N}](?:[\p{L}\p{N}._-]*[\p{L}\p{N}])?/gu;

export function newAddresses(services: readonly Declared[]): Addresses {
  const targets = new Map<string, Target | "ambiguous">();
  for (const service of services) {
    for (const [text, target] of targetsOf(service)) targets.set(text, targets.has(text) ? "ambiguous" : target);
  }
  return {
    in(text) {
      return [...text.matchAll(words)].flatMap((match) => {
        const target = targets.get(match[0].toLowerCase());
        if (target === undefined || target === "ambiguous") return [];
        const { service, output } = target;
        const end = match.index + match[0].length;
        const to = { of: "service", variable: service.variable, output } as const;
        return [{ start: match.index, end, to }, ...portAfter(text, end, target)];
      });
    },
  };
}

function targetsOf(service: Declared): [string, Target][] {
  const { definition, values, id } = service;
  const outputs = Object.entries(definition.outputs);
  const portOutput = outputs.find(([, { address }]) => address === "port")?.[0];
  const port = portOutput === undefined ? undefined : values[portOutput];
  const beside = typeof port === "number" && portOutput !== undefined ? { port, portOutput } : {};
  const hosts = outputs.flatMap(([output, { address }]): [string, Target][] => {
    const host = values[output];
    // A name without a dot or a digit may be any word.
    return address === "host" && typeof host === "string" && /[.\d]/.test(host)
      ? [[host.toLowerCase(), { service, output, ...beside }]]
      : [];
  });
  // A short ID may be any word too.
  return id.length < 16 ? hosts : [[id.toLowerCase(), { service, output: "id" }], ...hosts];
}

/** The port of the host that ends here: a number alone may mean anything. */
function portAfter(text: string, end: number, { service, port, portOutput }: Target): Address[] {
  const [all = "", before = "", digits] = /^(:|[ \t]+port=)(\d+)(?!\w)/.exec(text.slice(end, end + 24)) ?? [];
  if (portOutput === undefined || digits !== String(port)) return [];
  const to = { of: "service", variable: service.variable, output: portOutput } as const;
  return [{ start: end + before.length, end: end + all.length, to }];
}
