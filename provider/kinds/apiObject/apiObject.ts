import { z } from "zod";
import { argumentsUpdatedBy, defineResource } from "../../definition/defineKind.js";
import type { Call, Form, LookupCall, Plan, PlanCall, ResourceDefinition } from "../../definition/kind.js";
import type { AppPlatformError } from "../../errors/appPlatformError.js";
import { InvalidArgumentError } from "../../errors/index.js";
import { pathsOfKinds } from "../../generated/pathsOfKinds.js";
import { fillPath, isSegment, membersNamed, stated, statedDelete } from "../../platform/endpoint.js";
import { readWhole } from "../../platform/lists.js";
import { plan } from "../../resource/plan.js";
import { pathText } from "../../schema/equality.js";
import { textFormats } from "../../schema/formats.js";
import { hasUnknown, isObject, show, type Value, type Values } from "../../schema/json.js";
import {
  apiPath,
  choice,
  freeObject,
  object,
  openObject,
  optionalList,
  type Rule,
  text,
  verbatim,
} from "../../schema/schemas.js";
import { type Comparison, only } from "../../values/compare.js";
import { codecOf, onlyPaths, seenIn, specifiedTwice, textsOf, updateObject } from "./body.js";

const itemPath = (what: string) =>
  apiPath.optional().meta({
    description: `Path of the call that ${what} the object; \`{id}\` stands for its ID.`,
    whenOmitted: { description: "`path`, followed by `/{id}`" },
  });

const memberPaths = optionalList(text.meta({ description: "Path of the member." })).meta({ items: "ordered" });

const parameters = z
  .record(verbatim, verbatim.meta({ description: "Value of the parameter." }))
  .optional()
  .meta({ description: "Values for the names in braces, in all paths.", returned: "never" });

const onceRule: Rule = {
  reads: ["body", "secretBody"],
  description: "No member is in both `body` and `secretBody`.",
  check({ body, secretBody }) {
    const twice = isObject(body) && isObject(secretBody) ? specifiedTwice(body, secretBody) : undefined;
    return (
      twice && { path: ["secretBody"], expected: `must not have ${pathText(twice)}, which \`body\` has`, got: false }
    );
  },
};

const parametersRule: Rule = {
  reads: ["path", "parameters", "read", "update", "delete"],
  description: "`parameters` has a value for each name in braces, except `{id}`. Values don't contain slashes.",
  check(args) {
    const paths = pathsIn(args as Values);
    const { parameters = {} } = args;
    if (paths === undefined || !isObject(parameters)) return undefined;
    if (membersNamed(paths.path).includes("id"))
      return { path: ["path"], expected: "must not contain {id}: an object has no ID before it is created" };
    const named = new Set(
      Object.values(paths)
        .flatMap(membersNamed)
        .filter((name) => name !== "id"),
    );
    for (const name of named) {
      if (parameters[name] === undefined)
        return { path: ["parameters"], expected: `must have ${name}, which a path contains`, got: false };
    }
    for (const [name, value] of Object.entries(parameters)) {
      if (!named.has(name))
        return { path: ["parameters", name], expected: "must be omitted, since no path contains its name" };
      if (!isParameter(value))
        return { path: ["parameters", name], expected: "must be one segment of a path, without a slash" };
    }
    return undefined;
  },
};

const nameRule: Rule = {
  reads: ["body", "nameMember"],
  description: "`body` contains the member that `nameMember` names, a string.",
  check({ body, nameMember }) {
    if (typeof nameMember !== "string" || !isObject(body)) return undefined;
    const name = nameMember
      .split(".")
      .reduce<unknown>((value, step) => (isObject(value) ? value[step] : undefined), body);
    return typeof name === "string" && name !== ""
      ? undefined
      : { path: ["nameMember"], expected: "must name a member of `body` that is a string and not empty" };
  },
};

const adoptedRule: Rule = {
  reads: ["adoptId"],
  description: "A path can contain `adoptId`: it isn't `.` or `..`.",
  check: ({ adoptId }) =>
    typeof adoptId !== "string" || isSegment(adoptId)
      ? undefined
      : { path: ["adoptId"], expected: "must be an ID that the path of a URL can contain" },
};

/** Something in the API that no kind covers. Its calls are in its arguments. */
export const apiObject = defineResource("ApiObject", {
  description:
    "Any other object of the platform's API, such as a webhook or an alert rule, at the paths that you set. New objects at paths of the provider's other resources are refused.",
  args: {
    path: apiPath.meta({
      description:
        "Path at which objects are created (POST), below the base URL of the API; parameters in braces, such as `/organization/{organizationId}/webhook`.",
      returned: "never",
    }),
    parameters,
    body: openObject.meta({
      description:
        "What requests contain, with the API's own names. The platform chooses members that you omit; members that you remove are removed on the platform.",
    }),
    secretBody: openObject.optional().meta({
      description:
        "Members of `body` that are secret. Responses aren't compared with them, so changes outside Pulumi aren't detected. They're sent when they change, and in updates that replace the whole object.",
      secret: true,
      returned: "never",
    }),
    nameMember: text.optional().meta({
      description:
        "Member of `body` that identifies the object in the list that GET `path` returns; unique there and case-sensitive, such as `name` or `spec.name`. Omit it if the API has no such list. Without it, the provider can't find out whether a create whose response was lost was carried out.",
      local: true,
    }),
    read: itemPath("reads").meta({
      description:
        "Path of the call that reads the object (GET); `{id}` stands for its ID. A path without `{id}` returns a list that contains the object.",
      local: true,
    }),
    update: object("ApiObjectUpdate", "How the object is updated.", {
      method: choice("ApiObjectUpdateMethod", ["PUT", "PATCH", "POST", "NONE"]).optional().meta({
        description:
          "How the API updates the object. PUT and POST replace the whole object, and PATCH changes the members in the request (JSON Merge Patch). With NONE, a change of `body` replaces the resource.",
        default: "PUT",
      }),
      path: itemPath("updates"),
      omit: memberPaths.meta({
        description:
          "Paths of members that an update with PUT or POST omits. In addition to `body`, such an update contains everything that the platform returned, so that it resets nothing, except `id`, `created_at` and `updated_at`.",
      }),
    })
      .optional()
      .meta({ local: true }),
    delete: object("ApiObjectDelete", "How the object is deleted.", {
      method: choice("ApiObjectDeleteMethod", ["DELETE", "POST", "NONE"]).optional().meta({
        description: "How the API deletes the object. With NONE, it stays on the platform.",
        default: "DELETE",
      }),
      path: itemPath("deletes"),
    })
      .optional()
      .meta({ local: true }),
    ignore: memberPaths.meta({
      description:
        "Paths of members of `body` whose changes outside Pulumi don't count, for example because the API returns them in another form: `url` or `headers[0].value`.",
      local: true,
    }),
    secretMembers: memberPaths.meta({
      description:
        "Paths of members of responses that are secret, such as a token that the platform generates. They are in the output `secretResponse` and not in `response`, and stay there if later responses omit them.",
      local: true,
    }),
    adoptId: text.optional().meta({
      description:
        "ID of an existing object to adopt instead of creating one. The preview shows what changes. Used only at creation; you can remove it afterwards.",
      local: true,
    }),
  },
  outputs: {
    secretResponse: freeObject.optional().meta({
      description: "The members of responses that `secretMembers` names.",
      secret: true,
    }),
    response: freeObject.optional().meta({
      description:
        "What the platform last returned for the object, with the API's own names. Values of `secretBody` in it, also former ones, are replaced by `***`.",
    }),
  },
  rules: [parametersRule, onceRule, nameRule, adoptedRule],
  api: {
    create: stated("POST /{+path}"),
    read: stated("GET /{+path}/{id}"),
    update: stated("PUT /{+path}/{id}"),
    delete: statedDelete("DELETE /{+path}/{id}"),
  },
  concrete: concreteObject,
  addressedBy: ["parameters"],
  lookups: {
    own: {
      description:
        "Gets what the platform's API returns for a path, also during preview. It may be a path of any resource.",
      args: {
        path: text.meta({
          description:
            "Path below the base URL of the API, with parameters in braces; may have a query, such as `/organization/{organizationId}/webhook`.",
        }),
        parameters,
      },
      outputs: {
        response: z.unknown().meta({ description: "What the platform returned, with the API's own names." }),
      },
      find: findByPath,
      example: 'path: "/organization"',
    },
  },
  verbs: { check: checkPaths, plan: planObject, compareForm: compareSpecified, update: updateObject },
  example: `const hook = new ApiObject("hook", {
  path: "/organization/{organizationId}/webhook",
  parameters: { organizationId },
  body: { kind: "SLACK", target_url: "https://hooks.example.com/deployments", events: ["DEPLOYED"] },
  secretBody: { target_secret: config.requireSecret("targetSecret") },
  nameMember: "target_url",
});
export const hookId = hook.id;`,
});

/** The paths in arguments, by argument; nothing if one isn't known or isn't valid. */
function pathsIn({ path, read, update, delete: removal }: Values) {
  if (!isPath(path)) return undefined;
  const item = `${path}/{id}`;
  const pathOf = (value: Value | undefined) => (isObject(value) && isPath(value.path) ? value.path : item);
  return { path, read: isPath(read) ? read : item, update: pathOf(update), delete: pathOf(removal) };
}

function isPath(value: unknown): value is string {
  return typeof value === "string" && textFormats.apiPath.accepts(value);
}

/** The parameters, if all are known. */
function parametersIn({ parameters = {} }: Values): Readonly<Record<string, string>> | undefined {
  const isFit = isObject(parameters) && !hasUnknown(parameters) && Object.values(parameters).every(isParameter);
  return isFit ? (parameters as Readonly<Record<string, string>>) : undefined;
}

function isParameter(value: unknown): boolean {
  return typeof value === "string" && isSegment(value) && !/[/\\]/.test(value);
}

/** The path at which the object is created, with its parameters. */
function parentIn(values: Values): string | undefined {
  const [paths, parameters] = [pathsIn(values), parametersIn(values)];
  if (paths === undefined || parameters === undefined) return undefined;
  if (membersNamed(paths.path).some((name) => !Object.hasOwn(parameters, name))) return undefined;
  return fillPath(stated(`POST ${paths.path}`, parameters), {});
}

/** All paths in arguments, each with its argument and, if known, its parameters. */
function statedPaths(args: Values): readonly (readonly [arg: string, segments: readonly string[]])[] {
  const { parameters } = args;
  const known = isObject(parameters) ? parameters : {};
  const filled = (path: string) =>
    path
      .slice(1)
      .split("/")
      .map((segment) => {
        const [, name] = /^\{(\w+)\}$/.exec(segment) ?? [];
        const value = name === undefined ? segment : known[name];
        return typeof value === "string" && !hasUnknown(value) ? value : segment;
      });
  const argOf = (name: string) =>
    isObject(args[name]) ? `${name}.path` : typeof args[name] === "string" ? name : "path";
  return Object.entries(pathsIn(args) ?? {}).map(([name, path]) => [argOf(name), filled(path)]);
}

function concreteObject(definition: ResourceDefinition, values: Values): Partial<ResourceDefinition> | undefined {
  const [paths, parameters] = [pathsIn(values), parametersIn(values)];
  if (paths === undefined || parameters === undefined || parentIn(values) === undefined) return undefined;
  const { nameMember, update, delete: removal } = values;
  const updated = methodIn(update, "PUT");
  const deleted = methodIn(removal, "DELETE");
  const isListed = !membersNamed(paths.read).includes("id");
  const isNamed = typeof nameMember === "string";
  const list = isListed ? paths.read : isNamed ? paths.path : undefined;
  const updates = updated === "NONE" ? {} : { update: stated(`${updated} ${paths.update}`, parameters) };
  const args = argumentsUpdatedBy(updates, definition.args);
  return {
    args,
    body: { ...definition.body, members: args, codec: codecOf(values) },
    api: {
      create: stated(`POST ${paths.path}`, parameters),
      ...(list === undefined ? {} : { list: stated(`GET ${list}`, parameters) }),
      ...(isListed ? {} : { read: stated(`GET ${paths.read}`, parameters) }),
      ...updates,
      ...(deleted === "NONE" ? {} : { delete: statedDelete(`${deleted} ${paths.delete}`, parameters) }),
    },
    updateMode: updated === "PATCH" ? "partial" : "full",
    alsoOf: [...new Set(kindsAtPaths(values).flatMap(({ kind }) => kind.split(" or ")))],
    returnedOnce: ({ secretResponse }) =>
      textsOf(values.secretMembers)
        .filter((path) => onlyPaths(isObject(secretResponse) ? secretResponse : {}, undefined, [path]) === undefined)
        .map((path) => `secretResponse.${path}`),
    nameArg: isNamed ? `body.${nameMember}` : undefined,
  };
}

function methodIn(call: Value | undefined, usual: string): string {
  return isObject(call) && typeof call.method === "string" ? call.method : usual;
}

/**
 * Rejects new objects that a kind of this provider manages: two resources would change the same object in different ways. An existing
 * object may be older than the kind, so it's only reported.
 */
async function checkPaths(call: Call, args: Values, oldInputs?: Values): Promise<AppPlatformError[]> {
  const { label, log } = call;
  const found = kindsAtPaths(args);
  const before = found.length === 0 ? [] : kindsAtPaths(oldInputs ?? (await inState(call))).map(({ kind }) => kind);
  const refused = found.find(({ kind }) => !before.includes(kind));
  if (refused !== undefined) {
    const { kind, path, segments } = refused;
    const expected = `must not be a path of ${kind}: use that resource instead`;
    return [new InvalidArgumentError(label, { path, expected, got: show(`/${segments.join("/")}`, false) })];
  }
  for (const { kind, path } of found.slice(0, 1)) {
    log.warn(
      `${label}: \`${path}\` is a path of ${kind}, which can manage it, too. To change over, replace this resource in the program by one of that kind, with \`adoptId\`.`,
    );
  }
  return [];
}

/** The object as the state has it: a replacement, also one by `--replace`, is checked like a new object. */
async function inState({ run, urn }: Call): Promise<Values> {
  const [object] = await run.owners.matching(urn, (each) => each.urn === urn, "at the start").catch(() => []);
  return object?.values ?? {};
}

function kindsAtPaths(args: Values) {
  return statedPaths(args).flatMap(([path, segments]) => {
    const kinds = new Set(pathsOfKinds.filter(([, template]) => leadsTo(template, segments)).map(([kind]) => kind));
    return kinds.size === 0 ? [] : [{ kind: [...kinds].join(" or "), path, segments }];
  });
}

function leadsTo(template: string, segments: readonly string[]): boolean {
  const pattern = template
    .replace(/\{\+\w+\}/g, "{kind}/{id}")
    .slice(1)
    .split("/");
  const fits = (each: string, segment = "") => /^\{/.test(each) || each.toLowerCase() === segment.toLowerCase();
  return pattern.length === segments.length && pattern.every((segment, index) => fits(segment, segments[index]));
}

/** Plans like other kinds. Another format of the same path isn't a change. */
function planObject(call: PlanCall, comparison: Comparison): Plan {
  const [now, before] = [parentIn(comparison.args), parentIn(comparison.state)];
  const isSame = now !== undefined && now === before;
  return plan(call, isSame ? only(comparison, (arg) => arg !== "path" && arg !== "parameters") : comparison);
}

/** The members of an existing object that the program sets: the platform chooses the others. */
async function compareSpecified(_: Call, args: Values, state: Values): Promise<Form> {
  const { response } = state;
  const ignored = textsOf(args.ignore);
  const seen = isObject(response) ? seenIn(response, args.body, { omitted: "absent", ignored }) : state.body;
  return { state: { ...state, ...(seen === undefined ? {} : { body: seen }) }, differences: [] };
}

async function findByPath(call: LookupCall, { path, parameters = {} }: Values): Promise<Values> {
  const refuse = (arg: string, expected: string, got?: string) =>
    new InvalidArgumentError("getApiObject", { path: arg, expected, ...(got === undefined ? {} : { got }) });
  if (typeof path !== "string" || !/^\/(?!\/)[^\s\\#\p{C}]*$/u.test(path))
    throw refuse("path", "must be a path that begins with a slash, without a host", show(path, false));
  if (!isObject(parameters)) throw refuse("parameters", "must be an object", show(parameters, false));
  for (const name of membersNamed(path)) {
    const value = parameters[name];
    if (typeof value !== "string" || !isSegment(value))
      throw refuse(`parameters.${name}`, "must be a segment of a path");
  }
  const endpoint = stated(`GET ${path}`, parameters as Readonly<Record<string, string>>);
  const request = { endpoint, members: {}, purpose: `Reading ${path}` };
  const { client } = call.platform;
  // With a query, the program may choose a page.
  const found = path.includes("?") ? client.send(request, call.operation) : readWhole(client, request, call.operation);
  return { response: (await found) ?? null };
}
