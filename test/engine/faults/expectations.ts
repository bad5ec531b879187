/** What each cell of the matrix must show. */
import type { Endpoint } from "./endpoints.js";
import type { Fault, Way } from "./faults.js";

/** The operation ends in what it was asked for; any other outcome is the code of an error. */
export const right = "correct result";
/** The outcome is not known, and the error says how to find out and go on. */
export const unknown = "AP4002";
/** The response to a create doesn't describe what it created, and nothing else does. The error says how to find out and go on. */
export const undescribed = "AP3105";
/** The answer says that there is nothing left to do. */
export const nothingToDo = "nothing to do";

const ways = { onceAndStaying: ["once", "staying"], once: ["once"], staying: ["staying"] } as const;

/** Where the lifecycle makes something else of a response than what it says about itself. */
const exceptions: readonly {
  readonly endpoints: readonly number[];
  readonly faults: readonly string[];
  readonly ways: readonly Way[];
  readonly outcome: string;
}[] = [
  // A read by id that finds nothing, or may not look, asks the list.
  { endpoints: [5], faults: ["404", "403"], ways: ways.onceAndStaying, outcome: right },
  // Another deployment runs: it is waited for.
  { endpoints: [17], faults: ["409"], ways: ways.once, outcome: right },
  { endpoints: [17], faults: ["409"], ways: ways.staying, outcome: "AP5001" },
  // Where no list can tell, a conflict over a create is one over its name.
  { endpoints: [15, 16], faults: ["409"], ways: ways.onceAndStaying, outcome: "AP3004" },
];

/** The outcome that is right for a cell. */
export function expected(endpoint: Endpoint, fault: Fault, way: Way): string {
  const { number = 0, afterLoss, knowsWithoutBody, endedBy = [] } = endpoint;
  const exception = exceptions.find(
    (each) => each.endpoints.includes(number) && each.faults.includes(fault.name) && each.ways.includes(way),
  );
  const own = exception?.outcome ?? endpoint.outcomes?.[fault.name];
  if (own !== undefined) return own;
  if (knowsWithoutBody && fault.name === "empty body") return right;
  if (endedBy.includes(fault.name)) return nothingToDo;
  if (!fault.passes) return fault.code;
  // The platform has accepted what it doesn't describe.
  if (fault.name === "empty body" && afterLoss === "cannot tell" && endpoint.creates) return undescribed;
  if (fault.loses && afterLoss === "cannot tell") return unknown;
  const isCommitted = typeof fault.cause === "object" && fault.cause.when === "after";
  const found = endpoint.returnsOnce && isCommitted && fault.loses ? "AP4001" : right;
  if (way === "once") return found;
  if (!fault.loses || afterLoss === "repeats") return fault.code;
  if (afterLoss === "saves") return unknown;
  if (isCommitted) return found;
  // What is not answered in time may be carried out later still.
  return fault.isSlow === true && endpoint.made !== undefined ? unknown : fault.code;
}
