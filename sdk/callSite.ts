/**
 * Stack traces while a resource is constructed.
 *
 * The SDK captures a stack trace for each output property of each resource, to print it with PULUMI_DEBUG_PROMISE_LEAKS. With
 * source maps, that is most of what a large program costs. It also captures a complete one for the state, where all frames but one
 * are files of packages; it counts the levels of classes to find the program's own position, and there is one more here.
 *
 * So no stack trace is taken meanwhile, except for the one for the state, which has only the frame that called the constructor.
 */
import { findSourceMap } from "node:module";
import { fileURLToPath } from "node:url";

type PrepareStackTrace = NonNullable<typeof Error.prepareStackTrace>;

/** Restores what `beginConstruction` changed. Throws nothing. */
export type EndConstruction = () => void;

const changed = ["stackTraceLimit", "prepareStackTrace"] as const;

/** Begins the constructor of a resource. Whatever happens, the returned function must be called before it ends. */
export function beginConstruction(): EndConstruction {
  if (process.env.PULUMI_DEBUG_PROMISE_LEAKS) return () => {};
  const before = changed.map((name) => [name, Object.getOwnPropertyDescriptor(Error, name)] as const);
  const programs = Error.prepareStackTrace;
  // Uses Reflect, so that nothing fails if errors are frozen.
  Reflect.set(Error, "stackTraceLimit", 0);
  Reflect.set(Error, "prepareStackTrace", (error: Error, frames: NodeJS.CallSite[]) =>
    isForState(frames) ? forState(error, frames, programs) : asBefore(error, frames, programs),
  );
  return () => {
    for (const [name, descriptor] of before) {
      if (descriptor === undefined) Reflect.deleteProperty(Error, name);
      else Reflect.defineProperty(Error, name, descriptor);
    }
  };
}

/**
 * An error that was thrown without a stack trace, with one that begins at the program's call; any other value unchanged. To be called
 * after the end of the construction.
 */
export function withStackTrace(error: unknown, target: { readonly prototype: object }): unknown {
  if (error instanceof Error && !/^\s+at /m.test(String(error.stack)))
    Error.captureStackTrace(error, target as NewableFunction);
  return error;
}

/** The frames of the constructors: `Resource`, `CustomResource`, `PlatformResource`, and the kind. */
const levels = 4;

/** The SDK asks for the position without a limit, from its constructors. */
function isForState(frames: readonly NodeJS.CallSite[]): boolean {
  return Error.stackTraceLimit === Number.POSITIVE_INFINITY && firstConstructor(frames) >= 0;
}

/** Where the call is that follows the constructor of the kind: the native door's class has the same name, and one more constructor. */
function callOf(frames: readonly NodeJS.CallSite[], next: number): number {
  const [kind, above] = [frames[next - 1], frames[next]];
  const isSameKind = above?.isConstructor() === true && above.getFunctionName() === kind?.getFunctionName();
  return isSameKind ? next + 1 : next;
}

function firstConstructor(frames: readonly NodeJS.CallSite[]): number {
  return frames.findIndex((frame) => frame.isConstructor());
}

/** As many lines as the SDK skips for a class that extends its own, then the program's frame. */
function forState(error: Error, frames: NodeJS.CallSite[], programs: PrepareStackTrace | undefined): string {
  const first = firstConstructor(frames);
  const own = frames[callOf(frames, first + levels)];
  const skipped = Array.from({ length: first + levels - 1 }, () => "    at pulumi-app-platform");
  return [String(error), ...skipped, ...(own === undefined ? [] : [lineOf(error, own, programs)])].join("\n");
}

/** A frame as the SDK reads it: always with a name, and a path instead of a URL. */
function lineOf(error: Error, frame: NodeJS.CallSite, programs: PrepareStackTrace | undefined): string {
  const text = programs === undefined ? undefined : mappedBy(programs, error, frame);
  const { file, line, column } = (text === undefined ? undefined : positionIn(text)) ?? mappedPosition(frame);
  return `    at program (${file.startsWith("file:") ? fileURLToPath(file) : file}:${line}:${column})`;
}

/** What the function that the program or its loader has installed says, which knows the source maps. */
function mappedBy(programs: PrepareStackTrace, error: Error, frame: NodeJS.CallSite): string | undefined {
  try {
    const text: unknown = programs(error, [frame]);
    return typeof text === "string" ? text : undefined;
  } catch {
    return undefined;
  }
}

interface Position {
  readonly file: string;
  readonly line: number | string;
  readonly column: number | string;
}

function positionIn(text: string): Position | undefined {
  const { file, line, column } =
    /(?:\(|at )(?<file>[^()]+?):(?<line>\d+):(?<column>\d+)\)?\s*$/.exec(text)?.groups ?? {};
  return file === undefined || line === undefined || column === undefined ? undefined : { file, line, column };
}

/** The position in the source where Node.js itself maps positions (`--enable-source-maps`), else in the code that runs. */
function mappedPosition(frame: NodeJS.CallSite): Position {
  const file = frame.getFileName() ?? "";
  const [line, column] = [frame.getLineNumber() ?? 0, frame.getColumnNumber() ?? 0];
  const entry = findSourceMap(file)?.findEntry(line - 1, column - 1);
  return entry !== undefined && "originalSource" in entry
    ? { file: entry.originalSource, line: entry.originalLine + 1, column: entry.originalColumn + 1 }
    : { file, line, column };
}

/** Any other stack trace, for example one that a transformation of the program takes. */
function asBefore(error: Error, frames: NodeJS.CallSite[], programs: PrepareStackTrace | undefined): unknown {
  return programs?.(error, frames) ?? [String(error), ...frames].join("\n    at ");
}
