import * as pulumi from "@pulumi/pulumi";
import { DECLARED, LOOKUPS, MANAGED, RESOURCE_NAME, SECRETS } from "../provider/dynamic/properties.js";
import { prepare, selectResource, withSelections } from "./arguments.js";
import { beginConstruction, withStackTrace } from "./callSite.js";
import { rememberIgnored } from "./ignoredChanges.js";
import { outlineOf } from "./kinds.js";
import { usedByLookups } from "./lookupAddresses.js";
import type { Outline } from "./outline.js";
import { plainArguments } from "./plainArguments.js";
import { supportedOptions } from "./resourceOptions.js";
import { rememberSecrets, type SecretNames, secretNames } from "./secretNames.js";
import { providerText, typeToken } from "./state.js";
import { warnOfPlainTextToken } from "./tokenWarning.js";

/**
 * Base class of all resources of this provider. It is a custom resource with a constant provider text, not a
 * `pulumi.dynamic.Resource`, which serializes code into the state and so costs space and time with every step.
 */
export abstract class PlatformResource extends pulumi.CustomResource {
  /** @internal */
  protected constructor(kind: string, name: string, args: object, options: pulumi.CustomResourceOptions | undefined) {
    const outline = outlineOf(kind);
    // A resource with an ID is only read: its arguments are the state that the program knows, and no default is filled in.
    const isRead = options?.id !== undefined;
    const supported = supportedOptions(outline, name, options);
    const end = beginConstruction();
    try {
      const given = plainArguments(`${kind} "${name}"`, args);
      const prepared = isRead ? given : prepare(outline, name, given);
      const secrets = isRead
        ? undefined
        : secretNames(outline, withSelections(outline, given, prepared), supported.additionalSecretOutputs);
      super(
        typeToken(kind),
        name,
        {
          ...unresolved(outline),
          ...prepared,
          ...(secrets === undefined
            ? {}
            : {
                [SECRETS]: markedSecret(outline, secrets),
                [LOOKUPS]: usedByLookups(secrets),
                [DECLARED]: urnOf(kind, name, options),
                ...(outline.nameArg === undefined ? { [RESOURCE_NAME]: name } : {}),
              }),
          __provider: providerText(kind),
        },
        supported,
      );
      omitEmpty(this, outline);
      if (outline.versions !== undefined) deriveDeployable(this);
      rememberIgnored(this, supported);
      if (secrets !== undefined) rememberSecrets(this, secrets);
    } catch (error) {
      end();
      throw withStackTrace(error, new.target);
    } finally {
      end();
    }
    warnOfPlainTextToken();
  }

  /** @internal */
  protected static isKind(kind: string, value: unknown): boolean {
    return (
      pulumi.CustomResource.isInstance(value) &&
      (value as unknown as { readonly __pulumiType?: string }).__pulumiType === typeToken(kind)
    );
  }
}

/** The URN of a resource before it is registered: a plain promise, since the output would depend on the parent's children. */
function urnOf(kind: string, name: string, options: pulumi.CustomResourceOptions | undefined): Promise<string> {
  const urn = pulumi.createUrn(name, typeToken(kind), options?.parent);
  return new Promise((resolve) => void urn.apply(resolve));
}

/** Every output must be listed at registration, or Pulumi never resolves it. */
function unresolved(outline: Outline): Record<string, undefined> {
  return Object.fromEntries([...namesOf(outline), MANAGED].map((name) => [name, undefined]));
}

/**
 * The state omits an output without a value, or has `null` for it; programs get `undefined`. Each output is mapped when the
 * program first reads it: a resource has dozens, and most programs read few.
 */
function omitEmpty(resource: pulumi.CustomResource, outline: Outline): void {
  const properties = resource as unknown as Readonly<Record<string, StoredOutput>>;
  for (const name of namesOf(outline)) {
    const stored = properties[name] as StoredOutput;
    const become = (value: unknown) =>
      Object.defineProperty(resource, name, { value, enumerable: true, writable: true, configurable: true });
    Object.defineProperty(resource, name, {
      enumerable: true,
      configurable: true,
      get() {
        const mapped = withKnownAbsence(stored, properties[MANAGED] as StoredOutput);
        become(mapped);
        return mapped;
      },
      set: become,
    });
  }
}

/**
 * Adds the output `deployable`, which no state has. It is not enumerable, since a program that exports the whole resource would
 * show it as a change of the stack's outputs.
 */
function deriveDeployable(resource: pulumi.CustomResource): void {
  Object.defineProperty(resource, "deployable", {
    get: () => pulumi.output(selectResource(resource)),
    configurable: true,
  });
}

/** An output as the SDK makes it. Its declarations do not have what tells that the value is known. */
type StoredOutput = pulumi.Output<unknown> & { readonly isKnown: Promise<boolean> };

/**
 * A preview treats an output that the state omits as unknown, so whatever depends on it would show a change for ever. If it
 * knows `described`, which every state has, then the resource exists as it is, and an omitted output has no value.
 */
function withKnownAbsence(stored: StoredOutput, described: StoredOutput): pulumi.Output<unknown> {
  return pulumi.output(
    stored.isKnown.then(
      (isKnown): pulumi.Output<unknown> =>
        isKnown ? stored.apply((value) => value ?? undefined) : described.apply(() => undefined),
    ),
  );
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
