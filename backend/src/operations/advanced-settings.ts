/** Advanced settings: read with their defaults, and replaced as a whole. */
import { notFound } from "../problem.js";
import { fittingTo, type Settings, settings } from "../resources/advanced-settings.js";
import type { serviceKinds } from "../resources/services.js";
import { type Call, findCluster, findOrganization, findService, readBody, refuseDeletedService } from "./call.js";

type AnyKind = (typeof serviceKinds)[number];

const readSettings = (call: Call, defaults: Settings) => readBody(call, settings, fittingTo(defaults)) as Settings;

export function settingsOfService(kind: AnyKind, defaults: Settings) {
  return {
    get: (call: Call): Settings => ({ ...defaults, ...findService(call, kind).advancedSettings }),
    /** A service gets changed settings with its next deployment. */
    replace(call: Call): Settings {
      const service = findService(call, kind);
      const advancedSettings = readSettings(call, defaults);
      refuseDeletedService(service);
      call.platform.store.services.update({ ...service, advancedSettings, revision: service.revision + 1 });
      return { ...defaults, ...advancedSettings };
    },
  };
}

function ownCluster(call: Call) {
  const organizationId = findOrganization(call);
  const cluster = findCluster(call);
  if (cluster.organizationId !== organizationId) throw notFound("cluster", cluster.id);
  return cluster;
}

export function settingsOfCluster(defaults: Settings) {
  return {
    get: (call: Call): Settings => ({ ...defaults, ...ownCluster(call).advancedSettings }),
    replace(call: Call): Settings {
      const cluster = ownCluster(call);
      const advancedSettings = readSettings(call, defaults);
      call.platform.store.records.put("cluster", cluster.id, { ...cluster, advancedSettings });
      return { ...defaults, ...advancedSettings };
    },
  };
}
