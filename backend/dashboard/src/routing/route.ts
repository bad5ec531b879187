/**
 * The page that the hash of the address names, and what a person has chosen there: filters and the order of a table. The
 * choice is part of the address, so that Back, a reload and a copied address show the same.
 */
import { batch, signal } from "@preact/signals";

export type Route =
  | { readonly page: "environments" | "organization" | "requests" | "controls" | "unknown" }
  | { readonly page: (typeof pagesWithId)[keyof typeof pagesWithId]; readonly id: string };

const pagesWithId = {
  environments: "environment",
  services: "service",
  deployments: "deployment",
  requests: "request",
  projects: "project",
  clusters: "cluster",
  resources: "resource",
} as const;

const pagesWithoutId: Readonly<Record<string, Route>> = {
  "": { page: "environments" },
  environments: { page: "environments" },
  organization: { page: "organization" },
  requests: { page: "requests" },
  controls: { page: "controls" },
};

export function parseRoute(hash: string): Route {
  const [name = "", id, ...further] = hash.replace(/^#?\/?/, "").split("/");
  if (id === undefined || id === "") return pagesWithoutId[name] ?? { page: "unknown" };
  const page = pagesWithId[name as keyof typeof pagesWithId];
  return page === undefined || further.length > 0 ? { page: "unknown" } : { page, id: decodeURIComponent(id) };
}

function partsOf(hash: string): readonly [path: string, choices: string] {
  const [path = "", ...choices] = hash.split("?");
  return [path, choices.join("?")];
}

const [path, choices] = partsOf(location.hash);
export const route = signal<Route>(parseRoute(path));
const chosen = signal(new URLSearchParams(choices));
/** What was chosen last on each page, by its address. */
const left = new Map<string, string>();

function keep(address: string, text: string): void {
  left.set(address, text === "" ? address : `${address}?${text}`);
}
keep(path, choices);

addEventListener("hashchange", () => {
  const [next, text] = partsOf(location.hash);
  keep(next, text);
  batch(() => {
    route.value = parseRoute(next);
    chosen.value = new URLSearchParams(text);
  });
});

/** A text that an input shows and changes. A signal is one, too. */
export interface Choice {
  value: string;
}

/** A choice on the current page; empty if nothing is chosen. */
export function choice(name: string): Choice {
  return {
    get value() {
      return chosen.value.get(name) ?? "";
    },
    set value(text: string) {
      const next = new URLSearchParams(chosen.peek());
      if (text === "") next.delete(name);
      else next.set(name, text);
      chosen.value = next;
      const [address] = partsOf(location.hash);
      keep(address, String(next));
      history.replaceState(history.state, "", left.get(address));
    },
  };
}

/** An address with what was chosen there last. */
export const asLeft = (address: string) => left.get(address) ?? address;

const withChoices = (address: string, names: Readonly<Record<string, string>>) =>
  `${address}?${new URLSearchParams(names)}`;

export const addressOf = {
  environments: "#/environments",
  organization: "#/organization",
  project: (id: string) => `#/projects/${id}`,
  cluster: (id: string) => `#/clusters/${id}`,
  resource: (id: string) => `#/resources/${id}`,
  environment: (id: string) => `#/environments/${id}`,
  servicesOf: (id: string, names: { readonly stage?: string; readonly state?: string }) =>
    withChoices(`#/environments/${id}`, names),
  /** The requests with a text in their path. */
  requestsWith: (search: string) => withChoices("#/requests", { search }),
  /** The requests of a run of Pulumi. */
  requestsOf: (run: string) => withChoices("#/requests", { run }),
  service: (id: string) => `#/services/${id}`,
  deployment: (id: string) => `#/deployments/${id}`,
  request: (id: number) => `#/requests/${id}`,
};
