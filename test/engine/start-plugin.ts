import { type Ledger, sharedLedger } from "../../provider/claims/holdings.js";
import { nameInToken } from "../../provider/definition/names.js";
import { startDynamicPlugin } from "./dynamic-plugin.js";
import { startNativePlugin } from "./native/plugin.js";
import type { Plugin, PluginOptions } from "./plugin.js";

/** The plugins of an operation, in this process: the type of a resource says which of them manages it. */
export function startPlugin(options: Omit<PluginOptions, "ledger">): Plugin {
  const ledger = ledgersOfRun();
  const plugins = {
    dynamic: startDynamicPlugin({ ...options, ledger: ledger("dynamic") }),
    native: startNativePlugin({ ...options, ledger: ledger("native") }),
  };
  const of = (urn: string) => plugins[nameInToken(typeIn(urn)) === undefined ? "dynamic" : "native"];
  return {
    check: (urn, ...rest) => of(urn).check(urn, ...rest),
    diff: (old, ...rest) => of(old.urn).diff(old, ...rest),
    create: (urn, ...rest) => of(urn).create(urn, ...rest),
    read: (old) => of(old.urn).read(old),
    update: (old, ...rest) => of(old.urn).update(old, ...rest),
    delete: (old) => of(old.urn).delete(old),
  };
}

const typeIn = (urn: string) => urn.split("::")[2]?.split("$").at(-1) ?? "";

/** The ledger of each process of a run. */
export function ledgersOfRun(): (writer: string) => Ledger {
  const lines: string[] = [];
  return (writer) => {
    let read = 0;
    const next = () => {
      const added = lines.slice(read);
      read = lines.length;
      return added;
    };
    return sharedLedger({ append: (line) => void lines.push(line), next }, writer);
  };
}
