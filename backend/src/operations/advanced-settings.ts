/** Advanced settings: read with their defaults, and replaced as a whole. Changed ones take effect with the next deployment. */
import { fittingTo, type Settings, settings, typedSettings } from "../resources/advanced-settings.js";
import type { serviceKinds } from "../resources/services.js";
import { type Call, findOwnCluster, findService, readBody, refuseDeletedService } from "./call.js";
import { changeCluster } from "./clusters.js";

type AnyKind = (typeof serviceKinds)[number];

const readSettings = (call: Call, defaults: Settings) =>
  typedSettings(readBody(call, settings, fittingTo(defaults)), defaults);

export function settingsOfService(kind: AnyKind, defaults: Settings) {
  return {
    get: (call: Call): Settings => ({ ...defaults, ...findService(call, kind).advancedSettings }),
    replace(call: Call): Settings {
      const service = findService(call, kind);
      const advancedSettings = readSettings(call, defaults);
      refuseDeletedService(service);
      call.platform.store.services.update({ ...service, advancedSettings, revision: service.revision + 1 });
      return { ...defaults, ...advancedSettings };
    },
  };
}

export function settingsOfCluster(defaults: Settings) {
  return {
    get: (call: Call): Settings => ({ ...defaults, ...findOwnCluster(call).advancedSettings }),
    replace(call: Call): Settings {
      const cluster = findOwnCluster(call);
      const advancedSettings = readSettings(call, defaults);
      changeCluster(call, cluster, { advancedSettings });
      return { ...defaults, ...advancedSettings };
    },
  };
}
