import { isObject, type Value, type Values } from "../../provider/schema/json.js";
import { StateFileError } from "../errors.js";
import { addressOf, type IndexKey, namesIn } from "./address.js";

/** An instance of a resource that Terraform manages. */
export interface StateInstance {
  readonly address: string;
  readonly type: string;
  /** Its name: names and keys of its modules, its own name, and its key. */
  readonly names: readonly string[];
  /** Source of its provider, such as `registry.terraform.io/example/platform`. */
  readonly provider: string;
  /** Alias of its provider's configuration. */
  readonly alias: string | undefined;
  readonly attributes: Values;
  /** Texts that Terraform marks as sensitive. */
  readonly sensitive: readonly SensitiveText[];
  readonly isTainted: boolean;
}

export interface SensitiveText {
  readonly value: string;
  /** Name of the attribute that has it. */
  readonly name: string;
}

export interface TerraformState {
  readonly instances: readonly StateInstance[];
  /** Addresses of data sources. */
  readonly data: readonly string[];
  readonly outputs: readonly string[];
  readonly sensitiveOutputs: readonly SensitiveText[];
  /** What in the state can't be adopted, by address, and why. */
  readonly skipped: readonly { readonly address: string; readonly why: string }[];
}

export const pullCommand = "`terraform state pull > terraform.tfstate`";

/**
 * Reads a state of version 4, as Terraform and OpenTofu write it.
 *
 * @param name What it was read from, for errors.
 * @throws StateFileError if it is something else.
 */
export function readState(bytes: Uint8Array, name: string): TerraformState {
  const state = parsed(bytes, name);
  const { resources = [], outputs } = state;
  const refuse = (why: string) => new StateFileError(name, why, `pass the file that ${pullCommand} writes.`);
  if (!Array.isArray(resources)) throw refuse("`resources` must be a list");
  const found = resources.map((resource, index) => {
    const isWhole =
      isObject(resource) && [resource.mode, resource.type, resource.name].every((each) => typeof each === "string");
    if (!isWhole) throw refuse(`\`resources[${index}]\` must have a mode, a type and a name`);
    return instancesOf(resource);
  });
  const sensitive = Object.entries(isObject(outputs) ? outputs : {}).flatMap(([output, value]) =>
    isObject(value) && value.sensitive === true ? sensitiveTexts(value.value, output) : [],
  );
  return {
    instances: found.flatMap(({ instances }) => instances),
    data: found.flatMap(({ data }) => data),
    outputs: isObject(outputs) ? Object.keys(outputs) : [],
    sensitiveOutputs: sensitive,
    skipped: found.flatMap(({ skipped }) => skipped),
  };
}

function parsed(bytes: Uint8Array, name: string): Values {
  const pull = `pass the file that ${pullCommand} writes.`;
  const text = decoded(bytes);
  if (text.trim() === "") throw new StateFileError(name, "it is empty", pull);
  let state: unknown;
  try {
    state = JSON.parse(text);
  } catch {
    throw new StateFileError(name, "it isn't JSON", pull);
  }
  if (!isObject(state)) throw new StateFileError(name, "it isn't a JSON object", pull);
  if (state.encrypted_data !== undefined)
    throw new StateFileError(name, "it is encrypted", "decrypt it: tofu state pull > terraform.tfstate");
  if (state.format_version !== undefined && state.version === undefined)
    throw new StateFileError(name, "it was written by `terraform show -json`", pull);
  if (state.version === 4) return state;
  const version = state.version === undefined ? "no version" : `version ${JSON.stringify(state.version)}`;
  const old = typeof state.version === "number" && state.version < 4;
  throw new StateFileError(
    name,
    `it has ${version}, but version 4 is required`,
    old ? "write it with Terraform 0.12 or later: terraform apply -refresh-only" : pull,
  );
}

/** Redirected output of PowerShell has two bytes a character. */
function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
  return new TextDecoder(encoding).decode(bytes);
}

interface Found {
  readonly instances: readonly StateInstance[];
  readonly data: readonly string[];
  readonly skipped: TerraformState["skipped"];
}

function instancesOf(resource: Values): Found {
  const [module, type, name] = [resource.module ?? "", resource.type, resource.name].map(String) as [
    string,
    string,
    string,
  ];
  const isData = resource.mode !== "managed";
  const items = (Array.isArray(resource.instances) ? resource.instances : []).filter(isObject);
  const whole = addressOf({ module, type, name, key: undefined });
  if (isData) return { instances: [], data: [whole], skipped: [] };
  if (items.length === 0)
    return {
      instances: [],
      data: [],
      skipped: [{ address: whole, why: "it has no instance: there is nothing to adopt" }],
    };
  const { provider, alias } = providerIn(resource.provider);
  const instances: StateInstance[] = [];
  const skipped: { readonly address: string; readonly why: string }[] = [];
  for (const item of items) {
    const key = ["string", "number"].includes(typeof item.index_key) ? (item.index_key as IndexKey) : undefined;
    const address = addressOf({ module, type, name, key });
    const { attributes } = item;
    const id = isObject(attributes) && typeof attributes.id === "string" ? ` (${attributes.id})` : "";
    if (item.deposed !== undefined)
      skipped.push({
        address,
        why: `Terraform hadn't yet deleted an older object${id}. Delete it in the platform's console`,
      });
    else if (!isObject(attributes))
      skipped.push({
        address,
        why: "the state has no attributes for it, or only in the form that Terraform used before 0.12",
      });
    else {
      instances.push({
        ...{ address, type, names: namesIn({ module, type, name, key }), provider, alias, attributes },
        sensitive: sensitiveIn(attributes, item.sensitive_attributes),
        isTainted: item.status === "tainted",
      });
    }
  }
  return { instances, data: [], skipped };
}

/** `provider["registry.terraform.io/example/platform"].eu`; before Terraform 0.13 `provider.platform.eu`. */
function providerIn(text: Value | undefined): Pick<StateInstance, "provider" | "alias"> {
  const [, source, alias] = /provider\["([^"]+)"\](?:\.(.+))?$/.exec(String(text)) ?? [];
  if (source !== undefined) return { provider: source, alias };
  const [, name = "", old] = /provider\.([^.]+)(?:\.(.+))?$/.exec(String(text)) ?? [];
  return { provider: name, alias: old };
}

/** The texts at the paths that are marked: `[[{"type": "get_attr", "value": "secrets"}]]`. */
function sensitiveIn(attributes: Values, paths: Value | undefined): SensitiveText[] {
  return (Array.isArray(paths) ? paths : []).flatMap((path) => {
    const steps = (Array.isArray(path) ? path : [])
      .filter(isObject)
      .map(({ value }) => (isObject(value) ? value.value : value));
    let value: Value | undefined = attributes;
    for (const step of steps) {
      if (Array.isArray(value)) value = value[Number(step)];
      else value = isObject(value) ? value[String(step)] : undefined;
    }
    const name = steps.findLast((step) => typeof step === "string");
    return sensitiveTexts(value, String(name ?? ""));
  });
}

/** The texts in a value. Of a list of keys and values, only the values: they have the names that the keys are. */
export function sensitiveTexts(value: Value | undefined, name: string): SensitiveText[] {
  if (Array.isArray(value)) return value.flatMap((item) => sensitiveTexts(item, name));
  if (isObject(value) && typeof value.key === "string" && "value" in value)
    return sensitiveTexts(value.value, value.key);
  if (isObject(value)) return Object.entries(value).flatMap(([member, inner]) => sensitiveTexts(inner, member));
  return typeof value === "string" && value !== "" ? [{ value, name }] : [];
}
