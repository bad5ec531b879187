/** The page at `/_local/`: the platform's content and its requests, without scripts and without secrets. */
import type { JournalRow } from "../journal.js";
import { statusOf } from "../operations/statuses.js";
import type { Platform } from "../platform.js";
import { type Deployment, deploymentState } from "../progress.js";
import type { Environment } from "../resources/environment.js";
import { serviceKinds } from "../resources/kinds.js";
import { isFinal, type State } from "../states.js";
import type { StoredService } from "../store/services.js";

export const dashboardHeaders = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  "cache-control": "no-store",
};

const shownDeployments = 8;

const style = `
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
  body { max-width: 72rem; margin: 2rem auto; padding: 0 1.5rem; }
  h1 { font-size: 1.5rem; } h2 { margin: 2.5rem 0 .5rem; font-size: 1.15rem; } h3 { margin: 1rem 0 .3rem; font-size: .95rem; }
  table { width: 100%; border-collapse: collapse; }
  th, td { padding: .3rem .75rem .3rem 0; border-bottom: 1px solid color-mix(in srgb, currentColor 15%, transparent); text-align: left; }
  th { font-weight: 600; font-size: .8rem; opacity: .7; }
  code, .id { font: .8rem ui-monospace, monospace; opacity: .75; }
  .state { padding: .1rem .5rem; border-radius: 1rem; font-size: .75rem; font-weight: 600; background: #8883; }
  .good { background: #2a93; } .bad { background: #d334; } .busy { background: #fa04; }
  .none { opacity: .6; }
`;

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);
}

/** A cell that is already HTML; all other text is escaped. */
interface Html {
  readonly html: string;
}
type Cell = string | number | Html;

function cellHtml(cell: Cell): string {
  return typeof cell === "object" ? cell.html : escapeHtml(String(cell));
}

function table(heads: string[], rows: Cell[][]): string {
  if (rows.length === 0) return '<p class="none">none</p>';
  const head = heads.map((text) => `<th>${escapeHtml(text)}</th>`).join("");
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${cellHtml(cell)}</td>`).join("")}</tr>`).join("\n");
  return `<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`;
}

function badge(state: State): Html {
  const failed = state.endsWith("_ERROR");
  const look = failed ? "bad" : !isFinal(state) ? "busy" : state === "DEPLOYED" ? "good" : "";
  return { html: `<span class="state ${look}">${state}</span>` };
}

function code(text: string): Html {
  return { html: `<code>${escapeHtml(text)}</code>` };
}

function versionOf(service: StoredService): string {
  const { version } = service.config as { version?: string };
  return serviceKinds[service.kind].tag?.(service.config) ?? version ?? service.deployedCommit?.id ?? "";
}

function serviceRow(platform: Platform, service: StoredService): Cell[] {
  const { state, deployment_status: status } = statusOf(platform, service);
  return [service.kind, service.config.name, versionOf(service), badge(state), status, code(service.id)];
}

function deploymentRow({ clock }: Platform, deployment: Deployment): Cell[] {
  const state = deploymentState(deployment, clock.elapsedSeconds(deployment.started));
  const services = `${deployment.tasks.length} ${deployment.tasks.length === 1 ? "service" : "services"}`;
  return [deployment.startedAt, deployment.action, services, badge(state), deployment.triggeredBy, code(deployment.id)];
}

function environmentSection(platform: Platform, environment: Environment): string {
  const { services, deployments } = platform.store;
  return `<section>
<h2>Environment ${escapeHtml(environment.name)} <span class="id">${environment.id}</span></h2>
<h3>Services</h3>
${table(
  ["kind", "name", "version", "state", "status", "id"],
  services.listAll(environment.id).map((service) => serviceRow(platform, service)),
)}
<h3>Deployments</h3>
${table(
  ["started", "action", "services", "state", "by", "id"],
  deployments.recent(environment.id, shownDeployments).map((deployment) => deploymentRow(platform, deployment)),
)}
</section>`;
}

function journalRow({ method, route, status, fault, count, last_at }: JournalRow): Cell[] {
  return [method, code(route ?? "(unknown path)"), status ?? "", fault ?? "", count, last_at];
}

export function dashboard(platform: Platform, journal: readonly JournalRow[]): string {
  const environments = platform.store.records.list("environment");
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="5">
<title>Application Platform</title>
<style>${style}</style>
</head>
<body>
<h1>Local Application Platform</h1>
${environments.map((environment) => environmentSection(platform, environment)).join("\n")}
<section>
<h2>Requests</h2>
${table(["method", "path", "status", "fault", "count", "last"], journal.map(journalRow))}
</section>
</body>
</html>
`;
}
