/** What many histories showed, added up. */
import type { EndpointSet } from "../../../provider/platform/endpoint.js";
import type { Told } from "./history.js";

/** How one history ended. */
type Outcome = "without help" | "after a person followed the error message";

export interface Tally {
  add(set: EndpointSet, told: Told): void;
  /** By description. */
  figures(): Readonly<Record<string, number>>;
}

export function tally(): Tally {
  const figures = new Map<string, number>();
  const add = (what: string, count = 1) => figures.set(what, (figures.get(what) ?? 0) + count);
  return {
    add(set, { counts, acts, isByItself, left, lateDeployments }) {
      const outcome: Outcome =
        isByItself && acts.length === 0 ? "without help" : "after a person followed the error message";
      add(`histories, ${set} endpoints`);
      add(`converged ${outcome}`);
      for (const [what, count] of Object.entries(counts)) {
        add(what, count);
        if (what.startsWith("fault: ")) add("faults", count);
        if (what.startsWith("crash: ")) add("crashes", count);
      }
      for (const act of acts) add(`a person: ${act}`);
      for (const [why, count] of Object.entries(left)) add(`left on the platform and reported: ${why}`, count);
      add("deployments by requests whose sender had given up", lateDeployments);
    },
    figures: () => Object.fromEntries([...figures].sort()),
  };
}
