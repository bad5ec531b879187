/** An ApiObject through one of the providers, as the engine manages it. */
import { resourceProviderOf } from "../../../provider/frontends/dynamic/provider.js";
import {
  dynamicFrontend,
  type Frontend,
  type FrontendName,
  nativeFrontendTo,
  PROVIDER_TEXT,
  plain,
  type Resource,
  urnOf,
} from "../../support/frontend.js";
import type { Values } from "../../support/provider.js";
import { type ConnectedOptions, connected, definitionOf } from "../../unit/support/fake-platform.js";

export const hookUrn = urnOf("ApiObject", "hook");

/** A provider in a process of its own that is connected to a server. */
export function openApiObject(name: FrontendName, url: string, options: ConnectedOptions = {}) {
  const { platform, run, log, warnings, infos } = connected(url, options);
  const native = nativeFrontendTo(() => platform, log, { run });
  const dynamic = () => resourceProviderOf(definitionOf("ApiObject"), () => platform, { log, run });
  const own: Frontend = name === "native" ? native : dynamicFrontend(dynamic);
  const textOf = (urn: string): Values =>
    name === "native" ? {} : { __provider: PROVIDER_TEXT, __declared: urn, __resourceName: urn.split("::")[3] ?? "" };
  const frontend: Frontend = { ...own, check: (urn, news, olds) => own.check(urn, { ...news, ...textOf(urn) }, olds) };
  const checked = async (urn: string, args: Values, olds?: Values) => {
    const { inputs, failures } = await frontend.check(urn, args, olds);
    if (failures.length > 0) throw new Error(failures.join("\n"));
    return inputs;
  };
  /** Checks, plans and updates; `now` is nothing if nothing is to be done. */
  const change = async (old: Resource, args: Values) => {
    const inputs = await checked(old.urn, args, old.inputs);
    const difference = await frontend.diff(old, inputs);
    const isWork = difference.changes ?? JSON.stringify(plain(inputs)) !== JSON.stringify(plain(old.inputs));
    return { difference, now: isWork ? await frontend.update(old, inputs) : undefined };
  };
  return {
    ...{ frontend, native, platform, warnings, infos, change },
    /** Checks and creates. */
    declare: async (args: Values, urn = hookUrn) => frontend.create(urn, await checked(urn, args)),
    changed: async (old: Resource, args: Values) => (await change(old, args)).now as Resource,
    refreshed: async (old: Resource) => (await frontend.read(old)) as Resource,
  };
}
