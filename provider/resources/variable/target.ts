import type { Call } from "../../definition/resourceDefinition.js";
import { InvalidArgumentError } from "../../errors/index.js";
import type { Endpoint } from "../../platform/endpoint.js";
import { lookLate } from "../../platform/polling.js";
import { show, type Values } from "../../schema/json.js";
import { isSameId } from "../../schema/normalForm.js";
import { textFormats } from "../../schema/textFormats.js";
import { parseBuiltIn } from "../../values/serviceSelection.js";
import { scopeOf } from "../shared/parts.js";

/** The variable that an alias or an override names. */
interface Target {
  readonly id: string;
  readonly isSecret: boolean;
}

/**
 * Finds the variable that an argument names: by its ID, as one of a database's `credentials`, or by its key among those that are
 * seen from the place, of which the one of the lowest scope counts. What is overridden is of a higher scope.
 *
 * @param seconds For how long the list may lack it: this run may have created it a moment ago.
 */
export async function targetOf(
  call: Call,
  args: Values,
  arg: "aliasOf" | "overrides",
  seconds: number,
): Promise<Target> {
  const named = String(args[arg]);
  const isId = textFormats.guid.accepts(named);
  const builtIn = parseBuiltIn(named);
  // Nothing is written into what an alias names.
  if (isId && arg === "aliasOf") return { id: named, isSecret: true };
  const own = scopeOf(String(args.on)).scope;
  const isMeant = ({ id, key, scope: of, service_id: service }: Values) => {
    if (builtIn === undefined) return isId ? isSameId(id, named) : key === named;
    return of === "BUILT_IN" && isSameId(service, builtIn.id) && String(key).endsWith(`_${builtIn.name.toUpperCase()}`);
  };
  const isNamed = (item: Values) => isMeant(item) && (arg === "aliasOf" || item.scope !== own);
  const find = async (fresh: boolean, operation = call.operation) =>
    (await visibleFrom({ ...call, operation }, args, fresh))
      .filter(isNamed)
      .reduce<Values | undefined>(
        (best, each) => (best === undefined || precedence(each) > precedence(best) ? each : best),
        undefined,
      );
  const found =
    (await find(false)) ??
    (await find(true)) ??
    (await lookLate(call.platform, seconds, (operation) => find(true, operation)));
  if (typeof found?.id !== "string") {
    const above = arg === "aliasOf" ? "" : " and belongs to a higher scope";
    const expected = `must name a variable that ${args.on} sees${above}`;
    throw new InvalidArgumentError(call.label, { path: arg, expected, got: show(named, false) });
  }
  if (arg === "overrides" && found.key !== args.key) {
    const expected = `must be ${show(found.key, false)}, the key of the variable that it overrides`;
    throw new InvalidArgumentError(call.label, { path: "key", expected, got: show(args.key, false) });
  }
  return { id: found.id, isSecret: found.is_secret === true };
}

/** The highest number is that of what counts where several variables have one key. */
function precedence({ scope }: Values): number {
  const levels: Readonly<Record<string, number>> = { PROJECT: 0, BUILT_IN: 1, ENVIRONMENT: 2 };
  return levels[String(scope)] ?? 3;
}

/** All variables that are seen from the place, also those of higher scopes. */
async function visibleFrom({ definition, platform, operation, label }: Call, args: Values, fresh: boolean) {
  const purpose = `Listing variables to find what ${label} names`;
  return platform.lists.all(
    { endpoint: definition.api.list as Endpoint, members: args, purpose },
    { fresh, operation },
  );
}
