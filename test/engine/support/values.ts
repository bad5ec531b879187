/** Property values as the engine keeps them: JSON, with secrets, unknowns and resource references marked as on the wire. */
import * as pulumi from "@pulumi/pulumi";
import { isObject, UNKNOWN, type Value, type Values } from "../../support/provider.js";

const { specialSigKey, specialSecretSig, specialOutputValueSig, specialResourceSig } = pulumi.runtime;

const isMarked = (value: Value | undefined, signature: string): value is Values =>
  isObject(value) && value[specialSigKey] === signature;

export const isSecret = (value: Value | undefined): value is Values => isMarked(value, specialSecretSig);

export function secretOf(value: Value): Value {
  return isSecret(value) ? value : { [specialSigKey]: specialSecretSig, value };
}

/** Replaces what `change` returns something for, and what is inside of everything else. */
function mapped(value: Value, change: (value: Value) => Value | undefined): Value {
  const changed = change(value);
  if (changed !== undefined) return changed;
  if (Array.isArray(value)) return value.map((item) => mapped(item, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, mapped(member as Value, change)]));
}

/** A value from a program: its outputs are plain values, secrets or unknowns from now on. */
export function received(value: Value): Value {
  return mapped(value, (each) => {
    if (!isMarked(each, specialOutputValueSig)) return undefined;
    const inner = each.value === undefined ? UNKNOWN : received(each.value as Value);
    return each.secret === true ? secretOf(inner) : inner;
  });
}

/** The value as a transform gets it: its secrets are outputs, each where it is. */
export function forTransform(value: Value): Value {
  return mapped(value, (each) =>
    isSecret(each)
      ? { [specialSigKey]: specialOutputValueSig, secret: true, value: forTransform(each.value as Value) }
      : undefined,
  );
}

/** The value as a provider gets it that accepts neither secrets nor resources. */
export function forPlugin(value: Value): Value {
  return mapped(value, (each) => {
    if (isSecret(each)) return forPlugin(each.value as Value);
    if (isMarked(each, specialResourceSig)) return (each.id as Value | undefined) ?? (each.urn as Value);
    return undefined;
  });
}

/** The value as the file of a state has it: no secret can be read there. */
export function forState(value: Value): Value {
  return mapped(value, (each) =>
    isSecret(each)
      ? { [specialSigKey]: specialSecretSig, ciphertext: Buffer.from(JSON.stringify(each.value)).toString("base64") }
      : undefined,
  );
}

export function hasSecret(value: Value): boolean {
  if (isSecret(value)) return true;
  if (Array.isArray(value)) return value.some(hasSecret);
  return isObject(value) && Object.values(value).some((member) => hasSecret(member as Value));
}

/** The value as a provider gets it outside of previews: what is unknown is left out. */
export function withoutUnknowns(value: Value): Value {
  if (Array.isArray(value)) return value.filter((each) => each !== UNKNOWN).map(withoutUnknowns);
  if (!isObject(value)) return value;
  const known = Object.entries(value as Values).filter(([, each]) => each !== UNKNOWN);
  return Object.fromEntries(known.map(([key, each]) => [key, withoutUnknowns(each as Value)]));
}

/**
 * What a provider returns, with the secrets that it got under the same keys. As in the engine, the mark of an object is lost unless the
 * object that the provider got is marked.
 */
export function withSecretsOf(outputs: Values, inputs: Values): Values {
  const marked = Object.entries(outputs).map(([key, out]) => {
    const specified = inputs[key];
    if (specified === undefined) return [key, out];
    const inner = isSecret(out) ? out.value : out;
    if (isObject(inner) && isObject(specified) && !isSecret(specified))
      return [key, withSecretsOf(inner as Values, specified as Values)];
    return [key, hasSecret(specified as Value) ? secretOf(out as Value) : out];
  });
  return Object.fromEntries(marked);
}

/** Sets what `ignoreChanges` names back to what it was: member paths such as `a.b`, `a["b"]` and `a[0]`. */
export function withIgnored(inputs: Values, before: Values, paths: readonly string[]): Values {
  return paths.reduce((values, path) => reset(values, before, stepsOf(path)) as Values, inputs);
}

export function stepsOf(path: string): string[] {
  return [...path.matchAll(/\["([^"]+)"\]|\[(\d+|\*)\]|([^.[\]]+)/g)].map(([, quoted, index, name]) =>
    String(quoted ?? index ?? name),
  );
}

function reset(value: Value | undefined, before: Value | undefined, [step, ...rest]: string[]): Value | undefined {
  if (step === undefined) return before;
  if (isSecret(value)) return secretOf(reset(value.value as Value, before, [step, ...rest]) as Value);
  if (isSecret(before)) return reset(value, before.value as Value, [step, ...rest]);
  if (Array.isArray(value)) {
    const known = Array.isArray(before) ? before : [];
    return value.map((item, index) =>
      step === "*" || step === String(index) ? (reset(item, known[index], rest) as Value) : item,
    );
  }
  if (!isObject(value)) return value;
  const known: Values = isObject(before) ? (before as Values) : {};
  const names = step === "*" ? [...new Set([...Object.keys(value), ...Object.keys(known)])] : [step];
  const changed = names.map(
    (name) => [name, reset(value[name] as Value | undefined, known[name] as Value | undefined, rest)] as const,
  );
  const entries = Object.entries({ ...(value as Values), ...Object.fromEntries(changed) });
  return Object.fromEntries(entries.filter(([, member]) => member !== undefined)) as Values;
}
