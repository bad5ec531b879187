import * as pulumi from "@pulumi/pulumi";
import { kindOfType, schemaToken, typeToken } from "../provider/definition/names.js";
import { MANAGED } from "../provider/engine/hints.js";
import { InvalidArgumentError } from "../provider/errors/plan.js";
import { builtInName } from "../provider/values/revisions.js";
import { DEPLOYABLE, rememberIgnored, rememberSecrets, selectResource } from "./engineArguments.js";
import { outlineOf } from "./kinds.js";
import { namesOf, type Outline } from "./outline.js";
import { programError } from "./program.js";
import { plainArguments, resourcesAsIds } from "./programArguments.js";
import {
  afterTransformations,
  beginConstruction,
  doingWorkAfterTransformations,
  keepSecretsInTransforms,
  pulumiTypeOf,
  type StoredOutput,
  withStackTrace,
} from "./pulumiInternals.js";
import { readingOf, registrationOf, tokenOf, transformed } from "./registration.js";
import { supportedOptions } from "./resourceOptions.js";
import { rememberDeclared, waitingForSeen } from "./seenByServices.js";
import { warnOfPlainTextToken, warnWithoutPackage } from "./warnings.js";

/**
 * Base class of all resources of this provider. It is a custom resource with a constant provider text, not a
 * `pulumi.dynamic.Resource`, which serializes code into the state and so costs space and time with every step.
 */
export abstract class PlatformResource extends pulumi.CustomResource {
  /**
   * Whether the native provider manages the resource.
   *
   * @internal
   */
  protected static readonly isNative: boolean = false;

  /** @internal */
  protected constructor(kind: string, name: string, args: object, options: pulumi.CustomResourceOptions | undefined) {
    const outline = outlineOf(kind);
    const { isNative } = new.target;
    // A resource with an ID is only read: its arguments are the state that the program knows, and no default is filled in.
    const isRead = options?.id !== undefined;
    requireName(kind, name);
    const supported = withAliasOfOtherProvider(
      kind,
      isNative,
      isNative ? options : supportedOptions(outline, name, options),
    );
    const end = beginConstruction();
    try {
      const label = `${kind} "${name}"`;
      const specified = resourcesAsIds(label, outline, plainArguments(label, args));
      const waiting = isRead ? supported : waitingForSeen(outline, specified, supported);
      const declared = { outline, name, isNative, args: specified, options: waiting };
      let registered = isRead ? readingOf(declared) : registrationOf(declared);
      afterTransformations((now) => {
        registered = transformed(declared, registered, now);
        return { props: registered.inputs, opts: registered.options };
      });
      super(tokenOf(kind, isNative), name, registered.inputs, registered.options);
      const { options: final, secrets } = registered;
      omitEmpty(this, outline, isNative);
      if (outline.versions !== undefined) deriveDeployable(this, isNative);
      if (outline.builtIns !== undefined) deriveReferences(this, outline, outline.builtIns);
      rememberIgnored(this, final);
      if (!isRead) rememberDeclared(this, outline, specified, supported);
      if (secrets !== undefined) rememberSecrets(this, secrets);
    } catch (error) {
      end();
      throw withStackTrace(error, new.target);
    } finally {
      end();
    }
    keepSecretsInTransforms();
    if (isNative) return;
    warnOfPlainTextToken();
    warnWithoutPackage();
  }

  /** @internal */
  protected static isKind(kind: string, value: unknown): boolean {
    return pulumi.CustomResource.isInstance(value) && kindOfType(String(pulumiTypeOf(value))) === kind;
  }
}

doingWorkAfterTransformations(PlatformResource.prototype);

/** The Pulumi SDK fails with errors of its own, or names the resource `[object Object]`. */
function requireName(kind: string, name: unknown): void {
  if (typeof name === "string" && name !== "") return;
  const expected = "must be a non-empty string: the name of the resource in the program";
  throw programError(new InvalidArgumentError(`new ${kind}`, { path: "the first argument", expected }));
}

/** The options with an alias for the same resource of the other provider, so that a stack moves by changing an import. */
function withAliasOfOtherProvider(
  kind: string,
  isNative: boolean,
  options: pulumi.CustomResourceOptions = {},
): pulumi.CustomResourceOptions {
  const other = { type: isNative ? typeToken(kind) : schemaToken(kind) };
  return { ...options, aliases: [...(options.aliases ?? []), other] };
}

/**
 * If the state omits an output or has `null` for it, programs get `undefined`. Each output is converted when the program first reads it:
 * a resource has dozens, and most programs read few.
 */
function omitEmpty(resource: pulumi.CustomResource, outline: Outline, isNative: boolean): void {
  const properties = resource as unknown as Readonly<Record<string, StoredOutput>>;
  const unchangedOutputs = (isNative ? outline.outputs : [MANAGED]).map((name) => properties[name] as StoredOutput);
  for (const name of namesOf(outline)) {
    const stored = properties[name] as StoredOutput;
    const become = (value: unknown) =>
      Object.defineProperty(resource, name, { value, enumerable: true, writable: true, configurable: true });
    Object.defineProperty(resource, name, {
      enumerable: true,
      configurable: true,
      get() {
        const mapped = withKnownAbsence(resource, stored, unchangedOutputs);
        become(mapped);
        return mapped;
      },
      set: become,
    });
  }
}

/**
 * Adds the output `deployable`, which no state of a dynamic resource has. It isn't enumerable, since a program that exports the
 * whole resource would show it as a change of the stack's outputs.
 */
function deriveDeployable(resource: pulumi.CustomResource, isNative: boolean): void {
  const unlisted = { configurable: true, enumerable: false };
  if (isNative) {
    const { deployable } = resource as unknown as { readonly deployable: StoredOutput };
    Object.defineProperty(resource, DEPLOYABLE, { ...unlisted, value: deployable });
  }
  Object.defineProperty(resource, "deployable", { ...unlisted, get: () => pulumi.output(selectResource(resource)) });
}

/** Adds the output with references to built-in variables, which is known as soon as the ID is. */
function deriveReferences(
  resource: pulumi.CustomResource,
  outline: Outline,
  { output, names }: NonNullable<Outline["builtIns"]>,
): void {
  const { kind, referenceName = kind } = outline;
  const named = (id: string) => Object.fromEntries(names.map((name) => [name, builtInName(referenceName, id, name)]));
  const unlisted = { configurable: true, enumerable: false };
  Object.defineProperty(resource, output, { ...unlisted, get: () => resource.id.apply(named) });
}

/** A secret's value without marks inside: Pulumi's SDK only removes the outer one. */
function withoutMarks(value: unknown): unknown {
  if (typeof value !== "object" || value === null || pulumi.Resource.isInstance(value)) return value;
  if (pulumi.runtime.isRpcSecret(value)) return withoutMarks(pulumi.runtime.unwrapRpcSecret(value));
  if (Array.isArray(value)) return value.map(withoutMarks);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutMarks(member)]));
}

/**
 * A preview treats an output that the state omits as unknown, so whatever depends on it would show a change forever. If it
 * knows one of the unchanged outputs, which only a resource without changes has, then an omitted output has no value.
 *
 * An update, on the other hand, treats the outputs of a resource that isn't part of the run as known, without a value. As unknown ones,
 * they tell the engine what depends on them.
 */
function withKnownAbsence(
  { id }: pulumi.CustomResource,
  stored: StoredOutput,
  unchangedOutputs: readonly StoredOutput[],
): pulumi.Output<unknown> {
  const resolved = async (): Promise<pulumi.Output<unknown>> => {
    if (await stored.isKnown) {
      const isLeftOut = !pulumi.runtime.isDryRun() && !(await (id as unknown as StoredOutput).isKnown);
      return isLeftOut ? id : stored.apply((value) => withoutMarks(value) ?? undefined);
    }
    const known = await Promise.all(unchangedOutputs.map(async (each) => ((await each.isKnown) ? [each] : [])));
    return known.flat()[0]?.apply(() => undefined) ?? stored;
  };
  return pulumi.output(resolved());
}
