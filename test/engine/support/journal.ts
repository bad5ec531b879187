import type { Platform } from "../../platform/support/platform.js";

interface JournalRow {
  readonly method: string;
  readonly route: string | null;
  readonly status: number | null;
  readonly count: number;
}

/** What the platform was asked since {@link forgetRequests}: `POST /environment/{environmentId}/container 201` by count. */
export async function requests(platform: Platform): Promise<Record<string, number>> {
  const { body } = await platform.request("GET", "/_local/requests");
  const rows = (body.results as JournalRow[]).filter(({ route }) => route === null || !route.startsWith("/_local"));
  return Object.fromEntries(rows.map(({ method, route, status, count }) => [`${method} ${route} ${status}`, count]));
}

/** The requests that change something. */
export async function writes(platform: Platform): Promise<string[]> {
  return Object.keys(await requests(platform)).filter((request) => !request.startsWith("GET "));
}

export async function forgetRequests(platform: Platform): Promise<void> {
  await platform.request("DELETE", "/_local/requests");
}

/** The API document's endpoints in its order, as the journal spells them. */
export const documentedEndpoints = [
  ...["POST /environment/{environmentId}/application", "GET /environment/{environmentId}/application"],
  ...["POST /environment/{environmentId}/container", "GET /environment/{environmentId}/container"],
  ...["GET /container/{containerId}", "POST /container/{containerId}/clone"],
  ...["POST /environment/{environmentId}/job", "GET /environment/{environmentId}/job", "PUT /job/{jobId}"],
  ...["POST /job/{jobId}/clone", "POST /environment/{environmentId}/database"],
  ...["GET /environment/{environmentId}/database", "PUT /database/{databaseId}"],
  ...["POST /database/{databaseId}/clone", "POST /environment/{environmentId}/terraform"],
  ...["POST /terraform/{terraformId}/clone", "POST /environment/{environmentId}/service/deploy"],
  ...["POST /environment/{environmentId}/cancelDeployment", "POST /cluster/{clusterId}/argoCdConfig"],
  "PUT /organization/{organizationId}/cluster/{clusterId}",
];
