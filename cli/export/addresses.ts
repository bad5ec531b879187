import type { Reference } from "./code.js";
import type { SharedId } from "./identifiers.js";
import type { Service } from "./services.js";

/** A service in the program, with its variable. */
export interface Declared extends Service {
  readonly variable: string;
}

/** A part of a text that is the address of another service or the value of a constant. */
export interface Address {
  readonly start: number;
  readonly end: number;
  readonly to: Reference & { readonly of: "service" | "constant" };
}

/** Finds the IDs and hosts of services in texts, the ports next to these hosts, and the values of constants. */
export interface Addresses {
  in(text: string): Address[];
  /** The output of the service for which the platform has created the variable with this key. */
  builtIn(key: string): (Reference & { readonly of: "service" }) | undefined;
}

type Target = {
  readonly service: Declared;
  readonly output: string;
  readonly port?: number;
  readonly portOutput?: string;
};

/** IDs and host names: the longest runs of their characters, so that no part of a longer name counts. */
const words = /[\p{L}\p{N}](?:[\p{L}\p{N}._-]*[\p{L}\p{N}])?/gu;

export function newAddresses(services: readonly Declared[], constants: readonly SharedId[] = []): Addresses {
  const named = new Map(constants.map(({ value, variable }) => [value.toLowerCase(), variable]));
  const targets = new Map<string, Target | "ambiguous">();
  for (const service of services) {
    for (const [text, target] of targetsOf(service)) targets.set(text, targets.has(text) ? "ambiguous" : target);
  }
  return {
    builtIn(key) {
      const [, start, name = ""] = /_Z([0-9A-F]{8})_([A-Z]+)$/.exec(key) ?? [];
      const made = name.toLowerCase();
      const service = services.find(
        ({ id, definition: { builtIns } }) =>
          builtIns?.names.includes(made) === true && id.slice(0, 8).toUpperCase() === start,
      );
      if (service?.definition.builtIns === undefined) return undefined;
      return { of: "service", variable: service.variable, output: `${service.definition.builtIns.output}.${made}` };
    },
    in(text) {
      return [...text.matchAll(words)].flatMap((match): Address[] => {
        const target = targets.get(match[0].toLowerCase());
        const end = match.index + match[0].length;
        const variable = named.get(match[0].toLowerCase());
        if (variable !== undefined) return [{ start: match.index, end, to: { of: "constant", variable } }];
        if (target === undefined || target === "ambiguous") return [];
        const { service, output } = target;
        const to = { of: "service", variable: service.variable, output } as const;
        return [{ start: match.index, end, to }, ...portAfter(text, end, target)];
      });
    },
  };
}

/** The outputs with the address of a resource, by kind: texts of other resources may contain it. */
const addressOutputs: Readonly<Record<string, { readonly host: string; readonly port: string }>> = {
  Database: { host: "host", port: "port" },
};

function targetsOf(service: Declared): [string, Target][] {
  const { definition, values, id } = service;
  const { host: output = "", port: portOutput = "" } = addressOutputs[definition.kind] ?? {};
  const [host, port] = [values[output], values[portOutput]];
  const withPort = typeof port === "number" ? { port, portOutput } : {};
  // A name without a dot or a digit may be any word.
  const hosts: [string, Target][] =
    typeof host === "string" && /[.\d]/.test(host) ? [[host.toLowerCase(), { service, output, ...withPort }]] : [];
  // A short ID may be any word too, and that of its place is not its own.
  const isParentId = definition.identity === "id" && definition.pathArgs.some((arg) => values[arg] === id);
  return id.length < 16 || isParentId ? hosts : [[id.toLowerCase(), { service, output: "id" }], ...hosts];
}

/** The port of the host that ends here: a number alone may mean anything. */
function portAfter(text: string, end: number, { service, port, portOutput }: Target): Address[] {
  const [all = "", before = "", digits] = /^(:|[ \t]+port=)(\d+)(?!\w)/.exec(text.slice(end, end + 24)) ?? [];
  if (portOutput === undefined || digits !== String(port)) return [];
  const to = { of: "service", variable: service.variable, output: portOutput } as const;
  return [{ start: end + before.length, end: end + all.length, to }];
}
