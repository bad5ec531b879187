import { findSourceMap } from "node:module";
import { fileURLToPath } from "node:url";
import * as pulumi from "@pulumi/pulumi";
import * as runtimeConfig from "@pulumi/pulumi/runtime/config";
import * as runtimeDependsOn from "@pulumi/pulumi/runtime/dependsOn";
import * as runtimeState from "@pulumi/pulumi/runtime/state";

/**
 * What the package uses of Pulumi's SDK beyond its declarations, all of it. Each was seen to work with the SDK releases 3.216.0, 3.246.0 and
 * 3.270.0. With another one, `npm run test:on -- --sdk <version> test/unit/sdk/pulumiInternals.test.ts` names what no longer works:
 *
 * 1. stack traces: that of the state is taken without a limit, in its constructors (`beginConstruction`)
 * 2. `__transformations`: its constructor stores the transformations of a resource there, then runs them (`afterTransformations`)
 * 3. `runtime/dependsOn`: which resources an option `dependsOn` names (`awaitedIds`)
 * 4. `runtime/state`: whether the engine knows secrets (`keepSecretsInTransforms`)
 * 5. `runtime/config`: whether a setting is a secret (`isConfigSecret`)
 * 6. members of outputs and resources that aren't declared (`StoredOutput`, `resourcesIn`, `pulumiTypeOf`)
 */

/**
 * Stack traces while a resource is constructed.
 *
 * The SDK captures a stack trace for each output property of each resource, to print it with PULUMI_DEBUG_PROMISE_LEAKS. With
 * source maps, that is most of what a large program costs. It also captures a complete one for the state, where all frames but one
 * are files of packages; it counts the levels of classes to find the program's own position, and there is one more here.
 *
 * So no stack trace is taken meanwhile, except for the one for the state, which has only the frame that called the constructor.
 */

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

/** Where the call is that follows the constructor of the kind: the native provider's class has the same name, and one more constructor. */
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

/** A resource after its transformations. */
export type Transformed = Pick<pulumi.ResourceTransformationArgs, "props" | "opts">;
type Work = (transformed: Transformed) => Transformed;

interface WithTransformations {
  __transformations?: readonly pulumi.ResourceTransformation[];
}

/** The work for the next resource to be constructed, and for those that have begun. */
let next: Work | undefined;
const works = new WeakMap<object, Work>();
const lists = new WeakMap<object, readonly pulumi.ResourceTransformation[]>();

/** Runs work after the transformations of a resource, of its parents and of the stack, from its constructor. */
export function afterTransformations(work: Work): void {
  next = work;
}

/**
 * Makes a class of resources run that work. The Pulumi SDK has no hook for it: a resource's own transformations run first. But its
 * constructor stores their list in a property of the resource, and then runs what the property has.
 */
export function doingWorkAfterTransformations(prototype: object): void {
  Object.defineProperty(prototype, "__transformations", {
    configurable: true,
    set(this: object, list: readonly pulumi.ResourceTransformation[]) {
      lists.set(this, list);
      if (next !== undefined) works.set(this, next);
      next = undefined;
    },
    get(this: object): WithTransformations["__transformations"] {
      const list = lists.get(this) ?? [];
      const work = works.get(this);
      // Only once: children have these transformations too.
      works.delete(this);
      return work === undefined ? list : [...list, ({ props, opts }) => work({ props, opts })];
    },
  });
}

type Resources = readonly pulumi.Resource[];

/** What the Pulumi SDK itself uses for `dependsOn` but doesn't declare; a version without it waits for resources themselves only. */
const { gatherExplicitDependencies, getAllTransitivelyReferencedResources } = runtimeDependsOn as {
  readonly gatherExplicitDependencies?: (dependsOn: unknown) => Promise<Resources>;
  readonly getAllTransitivelyReferencedResources?: (
    resources: ReadonlySet<pulumi.Resource>,
    exclude: ReadonlySet<pulumi.Resource>,
  ) => Promise<Resources>;
};

/**
 * The IDs of all resources that a lookup waits for: those in `dependsOn`, the children of components among them, and those
 * that its arguments come from. At preview, they are unknown until all of these resources exist.
 */
export function awaitedIds(
  args: pulumi.Output<unknown>,
  dependsOn: pulumi.InvokeOutputOptions["dependsOn"],
): pulumi.Output<string[]> {
  return pulumi.output(awaitedResources(args, dependsOn).then((resources) => resources.flatMap(idOf)));
}

async function awaitedResources(
  args: pulumi.Output<unknown>,
  dependsOn: pulumi.InvokeOutputOptions["dependsOn"],
): Promise<Resources> {
  const direct = new Set([...(await resourcesIn(args)), ...((await gatherExplicitDependencies?.(dependsOn)) ?? [])]);
  return (await getAllTransitivelyReferencedResources?.(direct, new Set())) ?? [...direct];
}

/** The resources that an output comes from. */
export async function resourcesIn(output: pulumi.Output<unknown>): Promise<Iterable<pulumi.Resource>> {
  const { allResources } = output as { readonly allResources?: () => Promise<Iterable<pulumi.Resource>> };
  return (await allResources?.call(output)) ?? [];
}

/** Resources of which only the URN is known have no ID. */
function idOf(resource: pulumi.Resource): pulumi.Output<string>[] {
  const id = pulumi.CustomResource.isInstance(resource)
    ? (resource.id as pulumi.Output<string> | undefined)
    : undefined;
  return id === undefined ? [] : [id];
}

/** Global state of Pulumi's SDK that its types don't declare. */
const { getGlobalStore } = runtimeState as { readonly getGlobalStore?: () => { supportsSecrets: boolean } };

/**
 * Lets transforms keep what is secret. Pulumi's SDK runs them outside of the context in which it runs a program of the Automation
 * API, and learns only inside of it that the engine knows secrets: what a transform returns would be in plain text in the state.
 */
export function keepSecretsInTransforms(): void {
  const store = getGlobalStore?.();
  if (store !== undefined) store.supportsSecrets = true;
}

/** The Pulumi SDK knows which keys are secret; a version without this function gives no warning. */
export const { isConfigSecret } = runtimeConfig as { readonly isConfigSecret?: (key: string) => boolean };

/** What an output of the SDK has and its declarations lack. */
export type StoredOutput = pulumi.Output<unknown> & {
  /** Whether its value is known. */
  readonly isKnown: Promise<boolean>;
  /** The value, also if it isn't known. */
  promise(withUnknowns?: boolean): Promise<unknown>;
  /** The resources that it is a property of. */
  resources(): ReadonlySet<pulumi.Resource>;
};

/** The type token of a resource. */
export function pulumiTypeOf(resource: pulumi.CustomResource): string | undefined {
  return (resource as unknown as { readonly __pulumiType?: string }).__pulumiType;
}
