/** What the dashboard shows of variables, domains and stages. Nothing secret leaves this module. */

import { stageIdOf, stagesIn } from "../operations/deployment-stages.js";
import { recordsIn } from "../operations/records.js";
import { accessWith } from "../operations/secret-manager-accesses.js";
import { representVariable } from "../operations/variables.js";
import { effectiveAt, parentOf, type Variable } from "../operations/visible-variables.js";
import type { Platform } from "../platform.js";
import type { Environment } from "../resources/environment.js";
import { customDomain } from "../resources/records/custom-domain.js";
import { type VariableResponse, variable } from "../resources/records/variable.js";
import { serviceKindOf } from "../resources/services.js";
import { isSecretName, masked, withoutCredentials } from "../schema/secret-texts.js";
import type { StoredService } from "../store/services.js";
import type { Belongings, DomainSummary, EnvironmentBelongings, VariableSummary } from "./contract.js";

/** The value of an external secret is only a name, whatever its key suggests. */
function shownValue({ value, is_secret, key, secret_manager_access_id: accessId }: VariableResponse): string {
  return is_secret || (accessId === null && isSecretName(key)) ? masked : withoutCredentials(value ?? "");
}

function variableSummary(platform: Platform, of: Variable): VariableSummary {
  const shown = representVariable(platform, of);
  const { id, key, scope, variable_type: type, mount_path: mountPath, service_id, service_name } = shown;
  const access = shown.secret_manager_access_id && accessWith(platform, shown.secret_manager_access_id);
  const target = shown.aliased_variable ?? shown.overridden_variable;
  // A target whose key suggests a secret makes this one secret, too.
  const named = isSecretName(target?.key ?? "") ? { ...shown, is_secret: true } : shown;
  return {
    id,
    key: withoutCredentials(key),
    value: shownValue(named),
    scope,
    type,
    mountPath: mountPath === null ? null : withoutCredentials(mountPath),
    target: target === null ? null : withoutCredentials(target.key),
    access: access ? withoutCredentials(access.name) : null,
    service: service_id === null ? null : { id: service_id, name: withoutCredentials(service_name ?? "") },
  };
}

function domainsOf(platform: Platform, { id, config }: StoredService): DomainSummary[] {
  const service = { id, name: withoutCredentials(config.name) };
  return recordsIn(platform, customDomain, id).map((record) => {
    const { domain, status, validation_domain: validationDomain } = customDomain.represent(record);
    return { id: record.id, domain, status, validationDomain, service };
  });
}

export function environmentBelongings(platform: Platform, { id, projectId }: Environment): EnvironmentBelongings {
  const services = platform.store.services.listAll(id);
  const above = [projectId, id].flatMap((parentId) => recordsIn(platform, variable, parentId));
  const own = services.flatMap((service) => recordsIn(platform, variable, service.id));
  return {
    variables: [...above, ...own].map((each) => variableSummary(platform, each)),
    domains: services.flatMap((service) => domainsOf(platform, service)),
    stages: stagesIn(platform, id).map((stage) => ({
      id: stage.id,
      name: withoutCredentials(stage.config.name),
      services: services
        .filter((service) => stageIdOf(service) === stage.id)
        .map(({ id: serviceId, config, isSkipped = false }) => ({
          ...{ id: serviceId, name: withoutCredentials(config.name) },
          isSkipped,
        })),
    })),
  };
}

export function serviceBelongings(
  platform: Platform,
  service: StoredService,
): Belongings & { stage: string; isSkipped: boolean } {
  const { id, environmentId, isSkipped = false } = service;
  const { hasVariables } = serviceKindOf(service);
  const parent = parentOf(platform, "BUILT_IN", id);
  // Without variables, it has only what the platform says about it. What it says about other services is on their pages.
  const seen = effectiveAt(platform, parent).filter(
    ({ parentId, config }) => parentId === id || (hasVariables && config.scope !== "BUILT_IN"),
  );
  const stage = stagesIn(platform, environmentId).find((each) => each.id === stageIdOf(service));
  return {
    variables: seen.map((each) => variableSummary(platform, each)),
    domains: domainsOf(platform, service),
    stage: withoutCredentials(stage?.config.name ?? ""),
    isSkipped,
  };
}
