/**
 * Properties by which a program, the state and the provider tell each other what Pulumi's protocol for dynamic providers does not.
 * Those that are in states never change their names.
 */

/** Inputs and outputs: the provider's text. The engine keeps it. */
export const PROVIDER = "__provider";

/**
 * Outputs: the arguments that the program gives, such as `+cpu,ports(@8080(name),@9090),source(image())`, without those that are
 * required (see `givenText.ts`). A revision may follow (see `managedText.ts`).
 *
 * The engine passes only the outputs to `read`. To return the matching inputs, which `ignoreChanges` and drift detection need,
 * the provider must know which outputs the program manages; and an update must know which of them the program no longer gives.
 * It stores names, and the keys that identify items, so that no other value is stored twice.
 */
export const MANAGED = "__managed";

/**
 * Inputs: the arguments that the program itself marks as secret, such as `description,storage`. The engine passes plain values,
 * which would otherwise show in errors and diffs. The state never contains it.
 */
export const SECRETS = "__secrets";

/** Inputs and outputs: the Pulumi name of a resource whose kind has no name of its own, for messages. */
export const RESOURCE_NAME = "__resourceName";

/** Inputs: the URN of the resource. The state never contains it. */
export const DECLARED = "__declared";

/**
 * Inputs: which platforms the lookups of the program have read, by connection. They run in the program's process, whose
 * environment may name another platform than that of the plugin. The state never contains it.
 */
export const LOOKUPS = "__lookups";
