import { nameInUrn } from "../claims/holders.js";
import { InvalidArgumentError } from "../errors/index.js";
import { isAbsent, mapMembers, type Values } from "../schema/json.js";
import { UNKNOWN } from "../schema/unknown.js";
import { wrongIds } from "../values/assignedIds.js";
import { withDefaultName } from "../values/defaultName.js";
import { omitNulls } from "../values/omitNulls.js";
import { withPending } from "../values/programHints.js";
import { validate } from "../values/validate.js";
import { callOf, guarded, type Kind } from "./call.js";
import { lookAhead, refusedByPlatform } from "./checkOnPlatform.js";
import { planSeen } from "./deployedAgain.js";
import { readElsewhere } from "./readElsewhere.js";
import type { CheckRequest } from "./requests.js";
import { notePlace } from "./servicePlace.js";

/** What a check found. */
export interface Checked {
  /** The arguments with the name of the resource where they give none, and without those that are `null` where that says nothing. */
  readonly args: Values;
  /** Why they are refused. */
  readonly problems: readonly string[];
}

/** Whether a resource can be created with these arguments, or updated to them, according to the definition, the settings and the platform. */
export async function checkResource(kind: Kind, request: CheckRequest): Promise<Checked> {
  const { definition, platformFor } = kind;
  const { isNew, urn, lookups = {}, pending = [] } = request;
  const given = omitNulls(definition.body, withPending(request.args, pending)) as Values;
  const args = urn === undefined ? given : (withDefaultName(definition.args, given, nameInUrn(urn)) as Values);
  const call = callOf(kind, args, request);
  // What an adoption or a save does not contain may be on the platform already: later checks see it.
  const isCreated = isNew && isAbsent(args.adoptId) && definition.api.save === undefined;
  const purpose = isAbsent(args.cloneFrom) ? (isCreated ? "create" : "update") : "clone";
  const issues = validate(call.definition, args, purpose);
  if (isCreated) issues.push(...wrongIds(definition.body, args, undefined));
  const label = call.label();
  const problems: Error[] = issues.map((issue) => new InvalidArgumentError(label, issue));
  problems.push(...readElsewhere(label, lookups, platformFor));
  try {
    if (args.connection !== UNKNOWN) {
      const scope = call.scope();
      notePlace(scope, args);
      if (urn !== undefined) scope.platform.holdings.declared(urn);
      problems.push(...refusedByPlatform(scope, args, request));
      if (isNew && problems.length === 0) planSeen(scope, urn ?? label, args, true);
      if (problems.length === 0) await guarded(call, "Checking", () => lookAhead(scope, args, request));
    }
  } catch (error) {
    problems.unshift(error as Error);
  }
  // Of these, the engine keeps what it has: it accepts an unknown value in previews only.
  const checked = mapMembers(args, (value, name) => (pending.includes(name) ? request.args[name] : value));
  return { args: checked, problems: problems.map(({ message }) => call.hide(message)) };
}
