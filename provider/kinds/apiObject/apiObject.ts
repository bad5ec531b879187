import { z } from "zod";
import { defineResource } from "../../definition/defineKind.js";
import { isSegment, stated, statedDelete } from "../../platform/endpoint.js";
import { pathText } from "../../schema/equality.js";
import { isObject } from "../../schema/json.js";
import type { Rule } from "../../schema/rules.js";
import { apiPath, choice, freeObject, object, openObject, text, verbatim } from "../../schema/schemas.js";
import { specifiedTwice, updateObject } from "./body.js";
import { checkPaths, compareSpecified, concreteObject, findByPath, planObject, unnamedMember } from "./calls.js";

const itemPath = (what: string) =>
  apiPath.optional().meta({
    description: `Path of the call that ${what} the object; \`{id}\` stands for its ID.`,
    whenOmitted: { description: "`path`, followed by `/{id}`" },
  });

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
  check: unnamedMember,
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
      omit: z
        .array(text.meta({ description: "Path of the member." }))
        .optional()
        .meta({
          description:
            "Paths of members that an update with PUT or POST omits. Besides `body`, such an update contains everything that the platform returned, so that it resets nothing, except `id`, `created_at` and `updated_at`.",
          items: "ordered",
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
    ignore: z
      .array(text.meta({ description: "Path of the member." }))
      .optional()
      .meta({
        description:
          "Paths of members of `body` whose changes outside Pulumi don't count, for example because the API returns them in another form: `url` or `headers[0].value`.",
        items: "ordered",
        local: true,
      }),
    secretMembers: z
      .array(text.meta({ description: "Path of the member." }))
      .optional()
      .meta({
        description:
          "Paths of members of responses that are secret, such as a token that the platform generates. They are in the output `secretResponse` and not in `response`, and stay there if later responses omit them.",
        items: "ordered",
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
