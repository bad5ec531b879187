/** The local paths of the dashboard: its files, what it shows, and what it does. */
import type { LocalContext } from "../local/context.js";
import type { LocalRoute } from "../local/local-route.js";
import { sweep } from "../operations/sweep.js";
import type { Platform } from "../platform.js";
import { notFound } from "../problem.js";
import { environmentBelongings } from "./belongings.js";
import type {
  DeploymentDetail,
  EnvironmentBelongings,
  EnvironmentContent,
  OrganizationContent,
  Overview,
  ServiceDetail,
} from "./contract.js";
import type { Dashboard } from "./dashboard.js";
import { deploymentDetail } from "./deployment-detail.js";
import { environmentActions } from "./environment-actions.js";
import { namedFailureRules } from "./named-failure-rules.js";
import { organizationContent } from "./organization.js";
import { pageFile } from "./page-files.js";
import { requestRoutes } from "./request-routes.js";
import { serviceDetail } from "./service-detail.js";
import { environmentContent } from "./summaries.js";

const page = true;
const query = "any";

async function overview({ dashboard: { views } }: LocalContext): Promise<Overview> {
  return { info: views.info(), environments: await views.environments.all() };
}

function organization({ platform }: LocalContext): OrganizationContent {
  sweep(platform);
  return organizationContent(platform);
}

function content({ platform, dashboard }: LocalContext, id: string): EnvironmentContent {
  const environment = dashboard.content.environment(id.toLowerCase());
  if (environment === undefined) throw notFound("environment", id);
  return environmentContent(platform, dashboard.content, environment);
}

function belongings(platform: Platform, { content: { environment } }: Dashboard, id: string): EnvironmentBelongings {
  const found = environment(id.toLowerCase());
  if (found === undefined) throw notFound("environment", id);
  return environmentBelongings(platform, found);
}

function service({ platform, dashboard: { log, content } }: LocalContext, id: string): ServiceDetail {
  sweep(platform);
  const found = platform.store.services.get(id.toLowerCase());
  if (found === undefined) throw notFound("service", id);
  return serviceDetail({ platform, log, content }, found);
}

function deployment({ platform, dashboard }: LocalContext, id: string): DeploymentDetail {
  const found = platform.store.deployments.get(id.toLowerCase());
  if (found === undefined) throw notFound("deployment", id);
  return deploymentDetail({ platform, ...dashboard }, found);
}

export const dashboardRoutes: readonly LocalRoute[] = [
  { method: "GET", path: "/_local/", page, query, run: () => pageFile("page", "index.html") },
  {
    method: "GET",
    path: "/_local/assets/{file}",
    page,
    query,
    run: (_context, { params }) => pageFile("assets", params.file ?? ""),
  },
  { method: "GET", path: "/_local/reference/", page, query, run: () => pageFile("reference", "index.html") },
  {
    method: "GET",
    path: "/_local/reference/{file}",
    page,
    query,
    run: (_context, { params }) => pageFile("reference", params.file ?? ""),
  },
  { method: "GET", path: "/_local/info", page, run: ({ dashboard }) => dashboard.views.info() },
  { method: "GET", path: "/_local/overview", page, run: overview },
  { method: "GET", path: "/_local/organization", page, run: organization },
  { method: "GET", path: "/_local/failure-rules", page, run: ({ platform }) => namedFailureRules(platform) },
  {
    method: "GET",
    path: "/_local/environments/{environmentId}/content",
    page,
    run: (context, { params }) => content(context, params.environmentId ?? ""),
  },
  {
    method: "GET",
    path: "/_local/environments/{environmentId}/belongings",
    page,
    run: ({ platform, dashboard }, { params }) => belongings(platform, dashboard, params.environmentId ?? ""),
  },
  {
    method: "GET",
    path: "/_local/services/{serviceId}",
    page,
    run: (context, { params }) => service(context, params.serviceId ?? ""),
  },
  {
    method: "GET",
    path: "/_local/deployments/{deploymentId}",
    page,
    run: (context, { params }) => deployment(context, params.deploymentId ?? ""),
  },
  ...environmentActions,
  ...requestRoutes,
  {
    method: "GET",
    path: "/_local/events",
    page,
    query: ["environment"],
    stream: ({ dashboard }, { query }, response) =>
      dashboard.live.open(response, query.get("environment")?.toLowerCase() || undefined),
  },
];
