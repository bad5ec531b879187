/** What the extended set serves of whole systems, transcribed from its description: method, path, status and least role. */
import type { Role } from "./platform.js";

export interface SystemCall {
  readonly call: string;
  readonly success: number;
  readonly needs: Role;
}

const row = (call: string, success: number, needs: Role = "viewer"): SystemCall => ({ call, success, needs });

const exposed = ["application", "container"].flatMap((kind) => [
  row(`GET /${kind}/{}/customDomain`, 200),
  row(`POST /${kind}/{}/customDomain`, 201, "editor"),
  row(`PUT /${kind}/{}/customDomain/{}`, 200, "editor"),
  row(`DELETE /${kind}/{}/customDomain/{}`, 204, "admin"),
  row(`GET /${kind}/{}/customDomain/{}/status`, 200),
  row(`GET /${kind}/{}/link`, 200),
]);

export const systemCalls: readonly SystemCall[] = [
  row("GET /organization/{}/project", 200),
  row("POST /organization/{}/project", 200, "editor"),
  row("GET /project/{}", 200),
  row("PUT /project/{}", 200, "editor"),
  row("DELETE /project/{}", 204, "admin"),
  row("GET /project/{}/environment", 200),
  row("POST /project/{}/environment", 201, "editor"),
  row("GET /environment/{}", 200),
  row("PUT /environment/{}", 200, "editor"),
  row("DELETE /environment/{}", 204, "admin"),
  row("POST /environment/{}/clone", 202, "editor"),
  row("POST /environment/{}/service/stop", 200, "editor"),
  row("POST /environment/{}/service/delete", 200, "admin"),
  row("GET /environment/{}/link", 200),
  row("GET /variable", 200),
  row("POST /variable", 201, "editor"),
  row("PUT /variable/{}", 200, "editor"),
  row("DELETE /variable/{}", 204, "admin"),
  row("POST /variable/{}/alias", 201, "editor"),
  row("POST /variable/{}/override", 201, "editor"),
  ...exposed,
  row("GET /environment/{}/deploymentStage", 200),
  row("POST /environment/{}/deploymentStage", 200, "editor"),
  row("GET /deploymentStage/{}", 200),
  row("PUT /deploymentStage/{}", 200, "editor"),
  row("DELETE /deploymentStage/{}", 204, "admin"),
  row("PUT /deploymentStage/{}/service/{}", 200, "editor"),
  row("PUT /deploymentStage/{}/moveBefore/{}", 200, "editor"),
  row("PUT /deploymentStage/{}/moveAfter/{}", 200, "editor"),
];
