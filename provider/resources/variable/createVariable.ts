import type { Scope } from "../../definition/resourceDefinition.js";
import { InvalidArgumentError } from "../../errors/index.js";
import { createAs, createBy } from "../../lifecycle/create.js";
import type { Endpoint } from "../../platform/endpoint.js";
import { isAbsent, type Values } from "../../schema/json.js";
import { isSameId } from "../../schema/normalForm.js";
import { show } from "../../schema/show.js";
import { textFormats } from "../../schema/textFormats.js";
import { parseBuiltIn } from "../../values/builtIns.js";
import { membersToWire } from "../../values/wire.js";
import { scopeOf } from "../shared/variableCalls.js";

/** Creates a value, or an alias or an override of another variable: each has a call of its own. */
export const createVariable = createAs(async (scope, args) => {
  const { args: fields, api, pathArgs } = scope.definition;
  const { scope: of, parentId } = scopeOf(String(args.on));
  const { key, value, ...others } = membersToWire(fields, args, pathArgs);
  if (!isAbsent(args.aliasOf)) {
    const members = { id: await targetOf(scope, args, "aliasOf") };
    const body = { key, ...others, alias_scope: of, alias_parent_id: parentId };
    return createBy(scope, args, { call: api.alias as Endpoint, members, body });
  }
  if (!isAbsent(args.overrides)) {
    const members = { id: await targetOf(scope, args, "overrides") };
    const body = { value, ...others, override_scope: of, override_parent_id: parentId };
    return createBy(scope, args, { call: api.override as Endpoint, members, body });
  }
  // A value that the program marks as secret makes a secret variable.
  const isSecret = args.secret ?? fields.value?.secret === true;
  const body = { key, value, ...others, is_secret: isSecret, variable_scope: of, variable_parent_id: parentId };
  return createBy(scope, args, { call: api.create, members: {}, body });
});

/**
 * The ID of the variable that an argument names: by its ID, as one of a database's `credentials`, or by its key among those that are
 * seen from the place, of which the one of the lowest scope counts. What is overridden is of a higher scope.
 */
async function targetOf(scope: Scope, args: Values, arg: "aliasOf" | "overrides"): Promise<string> {
  const named = String(args[arg]);
  const isId = textFormats.guid.accepts(named);
  const builtIn = parseBuiltIn(named);
  if (isId && arg === "aliasOf") return named;
  const own = scopeOf(String(args.on)).scope;
  const isMeant = ({ id, key, scope: of, service_id: service }: Values) => {
    if (builtIn === undefined) return isId ? isSameId(id, named) : key === named;
    return of === "BUILT_IN" && isSameId(service, builtIn.id) && String(key).endsWith(`_${builtIn.name.toUpperCase()}`);
  };
  const isNamed = (item: Values) => isMeant(item) && (arg === "aliasOf" || item.scope !== own);
  const find = async (fresh: boolean) =>
    (await visibleFrom(scope, args, fresh))
      .filter(isNamed)
      .reduce<Values | undefined>(
        (best, each) => (best === undefined || precedence(each) > precedence(best) ? each : best),
        undefined,
      );
  const found = (await find(false)) ?? (await find(true));
  if (typeof found?.id !== "string") {
    const above = arg === "aliasOf" ? "" : " and belongs to a higher scope";
    const expected = `must name a variable that ${args.on} sees${above}`;
    throw new InvalidArgumentError(scope.label, { path: arg, expected, got: show(named, false) });
  }
  if (arg === "overrides" && found.key !== args.key) {
    const expected = `must be ${show(found.key, false)}, the key of the variable that it overrides`;
    throw new InvalidArgumentError(scope.label, { path: "key", expected, got: show(args.key, false) });
  }
  return found.id;
}

/** The highest number is that of what counts where several variables have one key. */
function precedence({ scope }: Values): number {
  const levels: Readonly<Record<string, number>> = { PROJECT: 0, BUILT_IN: 1, ENVIRONMENT: 2 };
  return levels[String(scope)] ?? 3;
}

/** All variables that are seen from the place, also those of higher scopes. */
async function visibleFrom({ definition, platform, operation, label }: Scope, args: Values, fresh: boolean) {
  const purpose = `Listing variables to find what ${label} names`;
  return platform.lists.all({ call: definition.api.list as Endpoint, members: args, purpose }, { fresh, operation });
}
