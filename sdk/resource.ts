import * as pulumi from "@pulumi/pulumi";
import { kindOfType, schemaToken, typeToken } from "../provider/definition/typeToken.js";
import { DECLARED, LOOKUPS, RESOURCE_NAME, SECRETS } from "../provider/dynamic/properties.js";
import { builtInName } from "../provider/values/builtIns.js";
import { MANAGED } from "../provider/values/managedText.js";
import { DEPLOYABLE, prepare, selectResource, withSelections } from "./arguments.js";
import { beginConstruction, withStackTrace } from "./callSite.js";
import { rememberIgnored } from "./ignoredChanges.js";
import { outlineOf } from "./kinds.js";
import { usedByLookups } from "./lookupAddresses.js";
import type { Outline } from "./outline.js";
import { plainArguments } from "./plainArguments.js";
import { supportedOptions } from "./resourceOptions.js";
import { rememberSecrets, type SecretNames, secretNames } from "./secretNames.js";
import { providerText } from "./state.js";
import type { StoredOutput } from "./storedOutput.js";
import { warnOfPlainTextToken } from "./tokenWarning.js";
import { keepSecretsInTransforms } from "./transformSecrets.js";

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
    const supported = withOtherDoor(kind, isNative, isNative ? options : supportedOptions(outline, name, options));
    const end = beginConstruction();
    try {
      const given = plainArguments(`${kind} "${name}"`, args);
      const prepared = isRead ? given : prepare(outline, name, given);
      const secrets = isRead
        ? undefined
        : secretNames(outline, withSelections(outline, given, prepared), supported.additionalSecretOutputs);
      super(
        isNative ? schemaToken(kind) : typeToken(kind),
        name,
        {
          ...unresolved(outline, isNative),
          ...prepared,
          ...(isNative
            ? {}
            : {
                ...(secrets === undefined
                  ? {}
                  : {
                      [SECRETS]: markedSecret(outline, secrets),
                      [LOOKUPS]: usedByLookups(secrets),
                      [DECLARED]: urnOf(kind, name, options),
                      ...(outline.nameArg === undefined ? { [RESOURCE_NAME]: name } : {}),
                    }),
                __provider: providerText(kind),
              }),
        },
        supported,
      );
      omitEmpty(this, outline, isNative);
      if (outline.versions !== undefined) deriveDeployable(this, isNative);
      if (outline.builtIns !== undefined) deriveCredentials(this, outline, outline.builtIns);
      rememberIgnored(this, supported);
      if (secrets !== undefined) rememberSecrets(this, secrets);
    } catch (error) {
      end();
      throw withStackTrace(error, new.target);
    } finally {
      end();
    }
    keepSecretsInTransforms();
    if (!isNative) warnOfPlainTextToken();
  }

  /** @internal */
  protected static isKind(kind: string, value: unknown): boolean {
    return (
      pulumi.CustomResource.isInstance(value) &&
      kindOfType(String((value as unknown as { readonly __pulumiType?: string }).__pulumiType)) === kind
    );
  }
}

/** The options with an alias for the same resource managed by the other provider: a stack moves by changing an import. */
function withOtherDoor(
  kind: string,
  isNative: boolean,
  options: pulumi.CustomResourceOptions = {},
): pulumi.CustomResourceOptions {
  const other = { type: isNative ? typeToken(kind) : schemaToken(kind) };
  return { ...options, aliases: [...(options.aliases ?? []), other] };
}

/** The URN of a resource before it is registered: a plain promise, since the output would depend on the parent's children. */
function urnOf(kind: string, name: string, options: pulumi.CustomResourceOptions | undefined): Promise<string> {
  const urn = pulumi.createUrn(name, typeToken(kind), options?.parent);
  return new Promise((resolve) => void urn.apply(resolve));
}

/** Every output must be listed at registration, or Pulumi never resolves it. */
function unresolved(outline: Outline, isNative: boolean): Record<string, undefined> {
  const derived = isNative && outline.versions !== undefined ? ["deployable"] : [];
  return Object.fromEntries([...namesOf(outline), ...derived, MANAGED].map((name) => [name, undefined]));
}

/**
 * The state omits an output without a value, or has `null` for it; programs get `undefined`. Each output is mapped when the
 * program first reads it: a resource has dozens, and most programs read few.
 */
function omitEmpty(resource: pulumi.CustomResource, outline: Outline, isNative: boolean): void {
  const properties = resource as unknown as Readonly<Record<string, StoredOutput>>;
  const told = (isNative ? outline.outputs : [MANAGED]).map((name) => properties[name] as StoredOutput);
  for (const name of namesOf(outline)) {
    const stored = properties[name] as StoredOutput;
    const become = (value: unknown) =>
      Object.defineProperty(resource, name, { value, enumerable: true, writable: true, configurable: true });
    Object.defineProperty(resource, name, {
      enumerable: true,
      configurable: true,
      get() {
        const mapped = withKnownAbsence(stored, told);
        become(mapped);
        return mapped;
      },
      set: become,
    });
  }
}

/**
 * Adds the output `deployable`, which no state of a dynamic resource has. It is not enumerable, since a program that exports the
 * whole resource would show it as a change of the stack's outputs.
 */
function deriveDeployable(resource: pulumi.CustomResource, isNative: boolean): void {
  const hidden = { configurable: true, enumerable: false };
  if (isNative) {
    const { deployable } = resource as unknown as { readonly deployable: StoredOutput };
    Object.defineProperty(resource, DEPLOYABLE, { ...hidden, value: deployable });
  }
  Object.defineProperty(resource, "deployable", { ...hidden, get: () => pulumi.output(selectResource(resource)) });
}

/** Adds the output `credentials`, which follows from the ID alone: it is known wherever that is. */
function deriveCredentials(resource: pulumi.CustomResource, outline: Outline, names: readonly string[]): void {
  const { kind, referenceName = kind } = outline;
  const named = (id: string) => Object.fromEntries(names.map((name) => [name, builtInName(referenceName, id, name)]));
  const hidden = { configurable: true, enumerable: false };
  Object.defineProperty(resource, "credentials", { ...hidden, get: () => resource.id.apply(named) });
}

/**
 * A preview treats an output that the state omits as unknown, so whatever depends on it would show a change forever. If it
 * knows one of `told`, which only those states have that it leaves as they are, then an omitted output has no value.
 */
function withKnownAbsence(stored: StoredOutput, told: readonly StoredOutput[]): pulumi.Output<unknown> {
  const settled = async (): Promise<pulumi.Output<unknown>> => {
    if (await stored.isKnown) return stored.apply((value) => value ?? undefined);
    const known = await Promise.all(told.map(async (each) => ((await each.isKnown) ? [each] : [])));
    return known.flat()[0]?.apply(() => undefined) ?? stored;
  };
  return pulumi.output(settled());
}

/** The names of all outputs. */
function namesOf({ args, outputs }: Outline): string[] {
  return [...Object.keys(args), ...outputs];
}

/**
 * The names of the properties that are secret in this program and not always; nothing if there are none. The provider has them
 * encrypted in the state, whatever a transform does with what the program marks, and never shows their values.
 */
async function markedSecret(outline: Outline, secrets: SecretNames): Promise<string | undefined> {
  const known = namesOf(outline);
  const names = (await secrets).filter((name) => known.includes(name) && outline.args[name]?.secret !== true);
  return names.sort().join(",") || undefined;
}
