/** The model of what a trigger must deploy: what it lists and was changed since it deployed that, and nothing else. */
import { type EndpointSet, sameJson, type Values } from "../../support/provider.js";
import { can, isAct } from "./kinds.js";
import type { Declared } from "./program.js";
import type { Ending, Kept, Step } from "./step.js";

interface Deployed {
  /** What it asked for beside its services. */
  readonly requested: Values;
  readonly ids: readonly string[];
  /** Whether nobody knows what it has deployed. */
  isUncertain: boolean;
  /** What it lists and was changed, or may have been, since it deployed that. */
  readonly changed: Set<string>;
  /** What it lists and was changed without its knowledge. */
  readonly passedBy: Set<string>;
  /** What it lists and an update has changed, or not: nobody has heard how it ended. A refresh of the service finds out. */
  readonly unfinished: Set<string>;
}

export function newRollouts(set: EndpointSet) {
  const triggers = new Map<string, Deployed>();
  /** By Pulumi name and id, what was last applied. */
  const applied = new Map<string, Declared>();
  /** What was not finished: the next update may correct more than the program changes. */
  const uncertain = new Set<string>();

  /** Notes it for each trigger that lists it. */
  const note = (why: "changed" | "passedBy" | "unfinished", id: string) => {
    for (const trigger of triggers.values()) if (trigger.ids.includes(id)) trigger[why].add(id);
  };

  const triggerEnded = ({ doing, key, kind, inputs }: Step, ending: Ending) => {
    const known = triggers.get(key);
    // A refresh learns whether what it deployed is still up to date, where that can be read.
    const isSeen = doing === "read" && can(kind, "read", set);
    // The next update finishes what this one has not.
    if (known !== undefined && (isSeen || ending.sort !== "done")) known.isUncertain = true;
    if (inputs === undefined || ending.sort !== "done" || (doing !== "create" && doing !== "update")) return;
    triggers.set(key, {
      requested: requestOf(inputs),
      ids: idsIn(inputs),
      isUncertain: false,
      changed: new Set(),
      passedBy: new Set(),
      unfinished: new Set(),
    });
  };

  const serviceEnded = ({ doing, key, declared, id: before }: Step, ending: Ending) => {
    const id = ending.sort === "done" ? ending.id : before;
    if (id === undefined) return;
    const name = `${key} ${id}`;
    if (doing === "read") {
      uncertain.add(name);
      // What it finds changed may not be deployed yet.
      note("changed", id);
    }
    if (declared === undefined || (doing !== "create" && doing !== "update")) return;
    if (ending.sort !== "done") {
      uncertain.add(name);
      note("unfinished", id);
      return;
    }
    if (doing === "create" || uncertain.has(name) || !sameContent(applied.get(name), declared)) note("changed", id);
    uncertain.delete(name);
    applied.set(name, declared);
  };

  /** What it has deployed, unless all of that is deployed again: one that replaces another one is new. */
  const deployedBy = ({ doing, key, inputs = {} }: Step) => {
    const known = doing === "create" ? undefined : triggers.get(key);
    return known !== undefined && sameJson(known.requested, requestOf(inputs)) ? known : undefined;
  };

  return {
    ended: (step: Step, ending: Ending) => (isAct(step.kind) ? triggerEnded : serviceEnded)(step, ending),
    /** A run was cut off: the state may lack deployments that were made. */
    abandoned(): void {
      for (const trigger of triggers.values()) trigger.isUncertain = true;
    },
    /** What a refresh read is in the state. */
    refreshed({ id, key, kind }: Pick<Kept, "id" | "key" | "kind">): void {
      if (can(kind, "read", set)) for (const trigger of triggers.values()) trigger.unfinished.delete(id);
      // It has learned whether what it deployed is still up to date, where that can be read.
      if (isAct(kind) && can(kind, "read", set)) triggers.get(key)?.passedBy.clear();
    },
    /** Something else than a run of the stack has changed it, or a run of which nobody knows whether it did. */
    changedUnseen: (id: string) => note("passedBy", id),
    /** What the trigger must deploy in this step, as far as nothing is in doubt. */
    mustDeploy(step: Step): readonly string[] {
      const known = deployedBy(step);
      return idsIn(step.inputs ?? {}).filter((id) => !known?.ids.includes(id));
    },
    mayDeploy(step: Step, id: string): boolean {
      const known = deployedBy(step);
      if (known === undefined || known.isUncertain || !known.ids.includes(id)) return true;
      return [known.changed, known.passedBy, known.unfinished].some((ids) => ids.has(id));
    },
    /** Whether a change may have passed the trigger by. */
    isPassedBy(key: string, id: string): boolean {
      const known = triggers.get(key);
      return known?.passedBy.has(id) === true || known?.unfinished.has(id) === true;
    },
  };
}

const servicesIn = ({ services = [] }: Values) => services as Values[];
const idsIn = (inputs: Values) => servicesIn(inputs).map(({ id }) => id as string);

function requestOf(inputs: Values): Values {
  return { environmentId: inputs.environmentId ?? null, triggers: inputs.triggers ?? null };
}

/** Whether two declarations give the same arguments. */
function sameContent(one: Declared | undefined, other: Declared): boolean {
  const content = ({ adoptId: _, mentions = {}, ...rest }: Declared): Values => {
    const specified = Object.keys(mentions).filter((place) => mentions[place] === "given");
    return { ...(rest as unknown as Values), specified: specified.sort() };
  };
  return one !== undefined && sameJson(content(one), content(other));
}
