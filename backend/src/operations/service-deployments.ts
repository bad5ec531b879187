/** Deploys, redeploys, restarts and stops a service alone. */
import { z } from "zod";
import { invalid, Problem } from "../problem.js";
import type { ServiceStatusResponse } from "../resources/deployment.js";
import type { AnyServiceKind, Selection } from "../resources/service.js";
import type { serviceKinds } from "../resources/services.js";
import type { Violation } from "../schema/validate.js";
import type { Action } from "../states.js";
import type { StoredService } from "../store/services.js";
import { type Call, environmentNamed, findService, readBody } from "./call.js";
import {
  asItIs,
  beginDeployment,
  checkVersion,
  refuseNeverDeployed,
  refuseStopped,
  type Selected,
  stoppedAmong,
} from "./deployments.js";
import { refuseWhileDeploying } from "./environments.js";
import { statusAtStart } from "./statuses.js";

type Body = Exclude<Selection, string>;

/** What the deployment of a service alone may say; nothing for a kind without versions. */
export function ownDeploymentOf(kind: AnyServiceKind): z.ZodType<Body> | undefined {
  const { selection, selectedBy = "id", ownDeployment } = kind;
  if (ownDeployment !== undefined) return ownDeployment;
  if (!(selection instanceof z.ZodObject) || selectedBy === null) return undefined;
  const { [selectedBy]: _, ...versions } = selection.shape;
  return z.object(versions) as z.ZodType<Body>;
}

/** A value of these query parameters must be one of their kind's. */
function checkQuery({ query }: Call, { deploymentQuery = {} }: AnyServiceKind): void {
  const violations = Object.entries(deploymentQuery).flatMap(([name, values]): Violation[] => {
    const allowed = values.length === 0 ? ["true", "false"] : values;
    const value = query.get(name);
    if (value === null || allowed.includes(value)) return [];
    return [{ field: name, message: `must be ${allowed.join(" or ")}` }];
  });
  if (violations.length > 0) throw invalid(violations);
}

function begin(call: Call, service: StoredService, action: Action, selected: Selected): ServiceStatusResponse {
  const { platform } = call;
  const environment = environmentNamed(platform, service.environmentId);
  const deployment = beginDeployment(call, environment, action, [selected]);
  return statusAtStart(platform, platform.store.services.get(service.id) ?? service, deployment);
}

/** The service of a call that only one deployed before accepts; an operation in progress counts first. */
function findDeployed(call: Call, kind: (typeof serviceKinds)[number]): StoredService {
  const service = findService(call, kind);
  refuseWhileDeploying(call.platform, service.environmentId);
  refuseNeverDeployed([service]);
  return service;
}

export function serviceDeployments(kind: (typeof serviceKinds)[number]) {
  return {
    deploy(call: Call): ServiceStatusResponse {
      const service = findService(call, kind);
      checkQuery(call, kind);
      const schema = ownDeploymentOf(kind);
      const body: Body = schema === undefined ? {} : readBody(call, schema);
      const violations: Violation[] = [];
      const item = { ...body, path: "", kind: service.kind, id: service.id };
      checkVersion(item, service, (field, message) => violations.push({ field: field.replace(/^\./, ""), message }));
      if (violations.length > 0) throw invalid(violations);
      return begin(call, service, "deploy", {
        service,
        tag: body.image_tag ?? body.chart_version ?? null,
        commit: body.git_commit_id ?? null,
        valuesCommit: body.values_override_git_commit_id ?? null,
        terraformAction: body.action ?? null,
      });
    },
    redeploy(call: Call): ServiceStatusResponse {
      checkQuery(call, kind);
      const service = findDeployed(call, kind);
      return begin(call, service, "deploy", asItIs(service));
    },
    restart(call: Call): ServiceStatusResponse {
      const service = findDeployed(call, kind);
      refuseStopped(call.platform, [service]);
      return begin(call, service, "restart", asItIs(service));
    },
    stop(call: Call): ServiceStatusResponse {
      const service = findDeployed(call, kind);
      if (kind.stop === "once" && stoppedAmong(call.platform, [service]).length > 0)
        throw new Problem(409, `The ${service.kind} ${service.id} is STOPPED already.`);
      return begin(call, service, "stop", asItIs(service));
    },
  };
}
