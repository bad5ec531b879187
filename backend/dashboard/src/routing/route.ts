/** The page that the hash of the address names. */
import { signal } from "@preact/signals";

export type Route =
  | { readonly page: "environments" | "organization" | "requests" | "controls" | "unknown" }
  | { readonly page: "environment" | "service" | "deployment" | "request"; readonly id: string };

const pagesWithId = {
  environments: "environment",
  services: "service",
  deployments: "deployment",
  requests: "request",
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

export const route = signal<Route>(parseRoute(location.hash));

addEventListener("hashchange", () => {
  route.value = parseRoute(location.hash);
});

export const addressOf = {
  environment: (id: string) => `#/environments/${id}`,
  service: (id: string) => `#/services/${id}`,
  deployment: (id: string) => `#/deployments/${id}`,
  request: (id: number) => `#/requests/${id}`,
};
