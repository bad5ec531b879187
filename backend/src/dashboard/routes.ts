/** The local paths of the dashboard: its files, what it shows, and what it does. */
import type { LocalContext } from "../local/context.js";
import type { LocalRoute } from "../local/local-route.js";
import { notFound } from "../problem.js";
import type { EnvironmentContent, Overview } from "./contract.js";
import { pageFile } from "./page-files.js";
import { environmentContent } from "./summaries.js";

const page = true;

function overview({ dashboard: { views }, platform: { store } }: LocalContext): Overview {
  const clusters = store.records.list("cluster");
  return {
    info: views.info(),
    environments: views.environments(),
    // Its state never changes: this platform creates no machines.
    clusters: clusters.map(({ id, config }) => ({ id, name: config.name, state: "DEPLOYED" })),
  };
}

function content({ platform, dashboard }: LocalContext, id: string): EnvironmentContent {
  const environment = dashboard.content.environment(id.toLowerCase());
  if (environment === undefined) throw notFound("environment", id);
  return environmentContent(platform, dashboard.content, environment);
}

export const dashboardRoutes: readonly LocalRoute[] = [
  { method: "GET", path: "/_local/", page, run: () => pageFile("page", "index.html") },
  {
    method: "GET",
    path: "/_local/assets/{file}",
    page,
    run: (_context, { params }) => pageFile("assets", params.file ?? ""),
  },
  { method: "GET", path: "/_local/reference/", page, run: () => pageFile("reference", "index.html") },
  {
    method: "GET",
    path: "/_local/reference/{file}",
    page,
    run: (_context, { params }) => pageFile("reference", params.file ?? ""),
  },
  { method: "GET", path: "/_local/info", page, run: ({ dashboard }) => dashboard.views.info() },
  { method: "GET", path: "/_local/overview", page, run: overview },
  {
    method: "GET",
    path: "/_local/environments/{environmentId}/content",
    page,
    run: (context, { params }) => content(context, params.environmentId ?? ""),
  },
  {
    method: "GET",
    path: "/_local/events",
    page,
    stream: ({ dashboard }, { query }, response) =>
      dashboard.live.open(response, query.get("environment")?.toLowerCase() || undefined),
  },
];
