/**
 * Advanced settings: an object that the platform keeps for a resource, with defaults for each kind. A program sets some of its keys in an
 * argument, and manages only these.
 *
 * - A write replaces the whole object. So an update reads it, changes the keys, and sends all of it. A key that the program no longer
 *   sets returns to its default.
 * - Names and types are checked against the defaults at preview, if the platform returns them then, and before the resource is written.
 * - The command line shows and exports the settings that differ from the defaults.
 * - A refresh reads the settings only of resources that set some, and only these keys can drift.
 */
import type { Call, ResourceDefinition, Subresource } from "../definition/kind.js";
import { InvalidArgumentError, UnexpectedAnswerError } from "../errors/index.js";
import { type Endpoint, extended, isServed } from "../platform/endpoint.js";
import { ifNotFound } from "../platform/responseErrors.js";
import { isObject, mapMembers, sameJson, show, UNKNOWN, type Value, type Values, withMember } from "../schema/json.js";
import { withUnreadWrites } from "../values/compare.js";
import { nearestName } from "../values/nearestName.js";
import { send, sendRequest } from "./send.js";

const arg = "advancedSettings";

export const settingsSubresource: Subresource = {
  args: [arg],
  step: () => "setting its advanced settings",
  isChanged: ({ changes }) => changes.length > 0,
  async prepare(call, args) {
    const desired = named(args);
    if (Object.keys(desired).length === 0) return;
    const defaults = await readDefaults(call);
    if (defaults === undefined) return;
    const isSecret = call.definition.args.advancedSettings?.secret === true;
    const [first, ...others] = Object.entries(desired).flatMap(([name, value]) => {
      const wrong = wrongSetting(defaults, name, value, isSecret);
      return wrong === undefined ? [] : [{ path: `advancedSettings.${name}`, ...wrong }];
    });
    if (first !== undefined) throw new InvalidArgumentError(call.label, first, ...others);
  },
  async apply(call, { id, now, args, update, keep }) {
    const before = named(update?.own.state ?? {});
    const state = withSettings(now, before);
    keep(state);
    const desired = named(args);
    const isSame = update === undefined ? Object.keys(desired).length === 0 : update.own.changes.length === 0;
    if (isSame) return state;
    const removed = Object.keys(before).filter((name) => !Object.hasOwn(desired, name));
    const current = await readSettings(call, id, now);
    const defaults = removed.length === 0 ? {} : ((await readDefaults(call)) ?? {});
    const preserved = mapMembers(current, (value, name) => (removed.includes(name) ? defaults[name] : value));
    const all = { ...preserved, ...desired };
    if (sameJson(all, current)) return withSettings(now, desired);
    const purpose = `Changing the advanced settings of ${call.label}`;
    const format = (name: string) => `advancedSettings.${name}`;
    const request = { endpoint: callsOf(call.definition).replace, members: { ...now, id }, body: all, purpose, format };
    const stored = await sendRequest(call, request, () => keep(withSettings(now, { ...before, ...desired }), [arg]));
    const storedOf = (sent: Value | undefined, name: string) => (isObject(stored) ? (stored[name] ?? sent) : sent);
    return withSettings(now, mapMembers(desired, storedOf));
  },
  async read(call, id, now, known) {
    const names = Object.keys(named(known));
    if (names.length === 0) return now;
    const current = isServed(callsOf(call.definition).read, call.platform.endpoints)
      ? await readSettings(call, id, now).catch(ifNotFound(undefined))
      : undefined;
    // The resource exists, so a 404 means that the platform doesn't serve its settings.
    if (current === undefined) return withUnreadWrites(withSettings(now, named(known)), known, (path) => path === arg);
    return withSettings(
      now,
      presentIn(current, (name) => names.includes(name)),
    );
  },
  async own(call, id, values) {
    if (!isServed(callsOf(call.definition).read, call.platform.endpoints)) return {};
    const current = await readSettings(call, id, values).catch(ifNotFound(undefined));
    const defaults = current && (await readDefaults(call));
    if (current === undefined || defaults === undefined) return {};
    const isOther = (name: string) => !sameJson(current[name], defaults[name]);
    return withSettings({}, presentIn(current, isOther));
  },
};

/** The endpoints of a kind: two below the path of a resource, and one for the defaults of all. */
function callsOf({ api }: Pick<ResourceDefinition, "api">) {
  const { path } = (api.read ?? api.save) as Endpoint;
  const kind = /\/(\w)(\w*)\/\{\w+\}$/.exec(path);
  return {
    read: extended(`GET ${path}/advancedSettings`),
    replace: extended(`PUT ${path}/advancedSettings`),
    defaults: extended(`GET /default${kind?.[1]?.toUpperCase()}${kind?.[2]}AdvancedSettings`),
  };
}

/** The defaults of the kind, read once for all of its resources; nothing if the platform doesn't serve them. */
async function readDefaults({ definition, platform, operation }: Call): Promise<Values | undefined> {
  const endpoint = callsOf(definition).defaults;
  const purpose = `Reading the default advanced settings of ${definition.kind}`;
  const request = { endpoint, members: {}, purpose, isSingle: true as const };
  const found = await platform.lists.all(request, { evenOutdated: true, operation }).catch(ifNotFound(undefined));
  return found?.[0];
}

/** Why a setting is rejected: the platform doesn't have it, or its value has another type. */
function wrongSetting(defaults: Values, name: string, value: Value | undefined, isSecret: boolean) {
  if (!Object.hasOwn(defaults, name)) {
    const near = nearestName(name, Object.keys(defaults));
    const hint = near === undefined ? "" : `; did you mean ${near}?`;
    return { expected: `isn't an advanced setting of the platform${hint}` };
  }
  if (value === UNKNOWN) return undefined;
  const expected = typeIn(defaults[name]);
  if (expected === undefined || expected === typeIn(value)) return undefined;
  return { expected: `must be ${expected}`, got: show(value, isSecret) };
}

/** The type of a setting in words; nothing if its default is `null` and so doesn't show it. */
function typeIn(value: Value | undefined): string | undefined {
  if (isObject(value)) return "an object";
  const words: Readonly<Record<string, string>> = {
    boolean: "true or false",
    number: "an integer",
    string: "a string",
  };
  return words[typeof value];
}

function named({ advancedSettings: settings }: Values): Values {
  return isObject(settings) ? settings : {};
}

/** The chosen settings, without those that are `null`. */
function presentIn(settings: Values, isChosen: (name: string) => boolean): Values {
  return mapMembers(settings, (value, name) => (isChosen(name) ? (value ?? undefined) : undefined));
}

function withSettings(state: Values, settings: Values): Values {
  return withMember(state, arg, Object.keys(settings).length === 0 ? undefined : settings);
}

async function readSettings(call: Call, id: string, now: Values): Promise<Values> {
  const { read } = callsOf(call.definition);
  const response = await send(call, read, { ...now, id }, "Reading the advanced settings of");
  if (isObject(response)) return response;
  const todo = "run again; if it happens again, ask the platform's operator.";
  throw new UnexpectedAnswerError(
    `Reading the advanced settings of ${call.label}`,
    "the response isn't an object",
    todo,
  );
}
