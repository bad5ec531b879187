import type { FailedRequest } from "./failedRequest.js";
import { RequestFailedError } from "./requestFailedError.js";

interface Existing {
  readonly id: string;
  /**
   * Who in this stack holds it: another resource or the old one of a replacement, which is deleted only afterwards; or the resource
   * itself, which got another connection to the same platform.
   */
  readonly heldBy?: "other" | "itself";
  /** The other resource of the stack that holds it, where that is known. */
  readonly urn?: string;
  readonly createdAt?: string;
}

/** A create or update uses a name that another resource of the same kind already has (409). */
export class NameTakenError extends RequestFailedError {
  static readonly code = "AP3004";

  /** The resource that has the name, where it could be found. */
  readonly existing: Existing | undefined;

  /**
   * @param arg The argument that holds the name, for example `name`.
   * @param name The name.
   */
  constructor(failure: FailedRequest, arg: string, name: string, existing: Existing | undefined) {
    super(NameTakenError.code, failure, {
      why: `the ${arg} is already taken (409).`,
      ...(existing === undefined ? {} : { details: [factOf(existing)] }),
      todo: adviceFor(arg, name, existing),
    });
    this.existing = existing;
  }
}

function adviceFor(arg: string, name: string, existing: Existing | undefined): readonly string[] {
  if (existing?.heldBy === "other") return ofReplacement(arg);
  return existing?.heldBy === "itself" ? ofConnection(arg, existing) : ofOthers(arg, name, existing);
}

function ofOthers(arg: string, name: string, existing: Existing | undefined): readonly string[] {
  return [
    `choose another \`${arg}\`; if several stacks share the place, put the stack in it: ${arg}: \`${name}-\${pulumi.getStack()}\``,
    existing === undefined
      ? "adopt the existing resource: set app-platform:onExisting to adopt; the platform's endpoints must list this kind"
      : `adopt the existing resource: set adoptId: "${existing.id}" on this resource, or app-platform:onExisting to adopt for all, for example after a killed run that skipped checkpoints`,
    "if only its Pulumi name or parent changed in the program, give Pulumi the old one in the resource option `aliases`",
    "delete or rename the existing resource in the platform's console",
    "if another program manages it, reference it from there (a stack reference) instead of declaring it twice",
  ];
}

/** Adopting the old one isn't a way out: the replacement deletes it. */
function ofReplacement(arg: string): readonly string[] {
  return [
    "the existing resource is managed by this stack; if this is its replacement (`--replace`, `replaceOnChanges`), set `deleteBeforeReplace: true` in the resource options: the old one is then deleted first",
    "if only its Pulumi name or parent changed in the program, give Pulumi the old one in the resource option `aliases`",
    `choose another \`${arg}\``,
  ];
}

/** The new connection leads to the platform that has it: it needs no replacement. */
function ofConnection(arg: string, { id }: Existing): readonly string[] {
  return [
    `the existing resource is this one: its new \`connection\` leads to the same platform. Set adoptId: "${id}" to keep it with that connection`,
    "undo the change of `connection`",
    `choose another \`${arg}\` to replace it`,
  ];
}

function factOf({ id, createdAt, urn }: Existing): string {
  const holder = urn === undefined ? "" : `, which this stack manages as ${urn}`;
  return `existing resource: id ${id}${createdAt === undefined ? "" : `, created at ${createdAt}`}${holder}`;
}
