/** The 36 faults of the matrix: what goes wrong, and what a user is told where it stays. */

/** How a fault comes about: by a rule of the backend, or by the harness where no server can make it. */
export type Cause =
  | { readonly fault: string; readonly when: "before" | "after" }
  | "nothing listens"
  | "no such host"
  | "token renewed";

export interface Fault {
  readonly group: "connection" | "body" | "status";
  readonly name: string;
  readonly cause: Cause;
  /** Code of the error that tells of it. */
  readonly code: string;
  /** Met once, it is got over. */
  readonly passes: boolean;
  /** The platform may have carried out the call all the same. */
  readonly loses: boolean;
  /** It takes the time of a try. */
  readonly isSlow?: true;
  /** Its response takes so long to arrive that the operation's time may end meanwhile. */
  readonly isLong?: true;
  /** The platform says how long to wait, in seconds. */
  readonly asks?: number;
  /** How it is met; both ways unless given. */
  readonly ways?: readonly Way[];
}

/** Whether the fault is met by the first request alone, or by every one. */
export type Way = "once" | "staying";

type Statement = Omit<Fault, "group" | "name" | "cause" | "code">;

const before = (fault: string): Cause => ({ fault, when: "before" });
const after = (fault: string): Cause => ({ fault, when: "after" });

/** The response is lost, and the call may be done. */
const lost: Statement = { passes: true, loses: true };
const late: Statement = { ...lost, isSlow: true };
/** Nothing was begun, so the call is sent again. */
const turnedAway: Statement = { passes: true, loses: false };
/** A refusal, which another try would not change. */
const refused: Statement = { passes: false, loses: false };

const connection: [string, Cause, string, Statement][] = [
  ["refused", "nothing listens", "AP3101", turnedAway],
  ["reset before the request is read", before("reset-unread"), "AP3101", lost],
  ["reset before commit", before("reset"), "AP3101", lost],
  ["reset after commit", after("reset"), "AP3101", lost],
  ["no response before commit", before("no-answer"), "AP3102", late],
  ["no response after commit", after("no-answer"), "AP3102", late],
  ["dribbled headers", after("dribbled-headers"), "AP3102", late],
  ["unresolvable host", "no such host", "AP3101", { ...turnedAway, ways: ["staying"] }],
];

const body: [string, Cause, string, Statement][] = [
  ["truncated with Content-Length", after("cut-with-length"), "AP3101", lost],
  ["truncated without Content-Length", after("cut-without-length"), "AP3103", lost],
  ["endless dribble", after("endless-dribble"), "AP3102", late],
  ["invalid JSON", after("invalid-json"), "AP3103", lost],
  ["empty body", after("empty-body"), "AP3103", lost],
  ["HTML with 200", after("html-200"), "AP3103", lost],
  ["broken gzip", after("broken-gzip"), "AP3103", lost],
  ["64 MiB", after("64-mib"), "AP3104", { ...lost, isLong: true }],
];

const status: [string, Cause, string, Statement][] = [
  ["400 with violations", before("400"), "AP3006", refused],
  ["401 once", "token renewed", "AP3001", { ...turnedAway, ways: ["once"] }],
  ["401 always", before("401"), "AP3001", { ...refused, ways: ["staying"] }],
  ["403", before("403"), "AP3002", refused],
  ["404", before("404"), "AP3003", refused],
  ["408", before("408"), "AP3008", lost],
  ["409", before("409"), "AP3005", refused],
  ["413", before("413"), "AP3009", refused],
  ["422", before("422"), "AP3006", refused],
  ["429 seconds", before("429-seconds"), "AP3007", { ...turnedAway, asks: 1 }],
  ["429 date", before("429-date"), "AP3007", { ...turnedAway, asks: 1 }],
  ["429 bare", before("429-bare"), "AP3007", turnedAway],
  ["500 before", before("500"), "AP3008", lost],
  ["500 after", after("500"), "AP3008", lost],
  ["502 before", before("502"), "AP3008", lost],
  ["502 HTML after", after("502-html"), "AP3008", lost],
  ["503 with Retry-After", before("503-retry-after"), "AP3008", { ...lost, asks: 1 }],
  ["504 after", after("504"), "AP3008", lost],
  ["307 to another host", before("307"), "AP3009", refused],
  ["text/plain error", after("text-plain"), "AP3008", lost],
];

export const faults: readonly Fault[] = Object.entries({ connection, body, status }).flatMap(([group, rows]) =>
  rows.map(([name, cause, code, statement]) => ({ group: group as Fault["group"], name, cause, code, ...statement })),
);
