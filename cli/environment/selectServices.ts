import { LookupFailedError } from "../../provider/errors/index.js";
import { isSameName } from "../../provider/ownership/identity.js";
import type { Platform } from "../../provider/platform/platform.js";
import { normalId } from "../../provider/schema/equality.js";
import { uuid } from "../../provider/schema/schemas.js";
import { type Service, serviceKinds, unlistedKinds } from "./services.js";

export interface Choice {
  readonly platform: Platform;
  /** For messages: `app-platform deploy`. */
  readonly subject: string;
  readonly environmentId: string;
  readonly services: readonly Service[];
}

/**
 * The service with this name or ID, optionally after its kind: `container/web`.
 *
 * @throws LookupFailedError if there is none, or if several have the name.
 */
export function selectService(choice: Choice, text: string): Service {
  const { services, subject } = choice;
  const exact = services.filter((each) => isNamed(each, text));
  const [kindName = "", ...rest] = text.split("/");
  const kind = serviceKinds.find((each) => each.kind.toLowerCase() === kindName.toLowerCase());
  const own = rest.join("/");
  const ofKind = services.filter((each) => each.definition === kind && isNamed(each, own));
  const found = exact.length > 0 ? exact : ofKind;
  const [service, second] = found;
  if (second !== undefined) {
    const names = found.map(({ definition, id, name }) => `${definition.kind}/${name ?? id}`).join(", ");
    throw new LookupFailedError(subject, `several services are named "${text}": ${names}`, "name the kind, too.");
  }
  if (service !== undefined) return service;
  // A service of a kind that can't be listed can still be selected by ID.
  if (kind !== undefined && uuid.safeParse(own).success && unlistedKinds(choice.platform).includes(kind)) {
    return { definition: kind, id: own, name: undefined, values: {} };
  }
  throw notFound(choice, text);
}

function isNamed({ definition, id, name }: Service, text: string): boolean {
  return normalId(id) === normalId(text) || (name !== undefined && isSameName(definition, name, text));
}

function notFound({ platform, subject, environmentId, services }: Choice, text: string): LookupFailedError {
  const names = services.map(({ name, id }) => name ?? id).sort();
  const some = `${names.slice(0, 20).join(", ")}${names.length > 20 ? ", …" : ""}`;
  const existing = names.length === 0 ? "none exists there" : `existing: ${some}`;
  const unlisted = unlistedKinds(platform).map(({ kind }) => kind);
  const hint =
    unlisted.length === 0
      ? ""
      : ` Name a ${unlisted.join(" or ")}, which the documented endpoints can't list, by kind and ID: ${unlisted[0]}/7f0c….`;
  return new LookupFailedError(
    subject,
    `there is no service "${text}" in environment ${environmentId}; ${existing}`,
    text.includes("=")
      ? `to deploy a version, write it in an option: --tag ${text}, or --commit ${text}.`
      : `check the name or ID; --environment names another environment.${hint}`,
  );
}
