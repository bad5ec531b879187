import { z } from "zod";
import { defineResource } from "../../definition/defineKind.js";
import type { Codec } from "../../schema/facts.js";
import { isAbsent } from "../../schema/json.js";
import { maxCharacters, type Rule } from "../../schema/rules.js";
import {
  flag,
  freeText,
  responseText,
  uuid,
  variableReference,
  variableScope,
  verbatim,
  verbatimText,
} from "../../schema/schemas.js";
import { changeTimes } from "../shared/common.js";
import { variableCalls } from "../shared/parts.js";
import { alias, compareForm, createVariable, override, planVariable } from "./verbs.js";

const target = (description: string) =>
  z
    .strictObject({
      id: z.string().meta({ description: "ID of the variable." }),
      key: z.string().meta({ description: "Key of the variable." }),
      scope: z.string().meta({ description: "Scope of the variable, for example `ENVIRONMENT` or `BUILT_IN`." }),
    })
    .optional()
    .meta({ typeName: "VariableTarget", description });

/** Calls that create an alias or an override name the other variable in their path, and no other call does. */
const inPath: Codec = { encode: () => undefined };

/** An alias gets its value from another variable; all others have their own. */
const sourceRule: Rule = {
  reads: ["value", "aliasOf", "overrides"],
  says: "Exactly one of `value` and `aliasOf` is set, and `overrides` only with `value`.",
  check({ value, aliasOf, overrides }) {
    if (isAbsent(value) && isAbsent(aliasOf)) {
      return { path: ["value"], expected: "is required, unless `aliasOf` is set", got: "nothing" };
    }
    const excluded = isAbsent(value) ? "overrides" : "value";
    return isAbsent(aliasOf) || (isAbsent(value) && isAbsent(overrides))
      ? undefined
      : { path: [excluded], expected: "must be omitted, since `aliasOf` is set", got: "both" };
  },
};

const { createAll, ...api } = variableCalls;

/** Values of the output `type` for an alias and an override. */
const inheriting = { type: ["ALIAS", "OVERRIDE"] };

/** What these inherit from the variable that they refer to. */
const inherited = ["secret", "mountPath", "enableInterpolationInFile"] as const;

const inheritedRule: Rule = {
  reads: ["aliasOf", "overrides", ...inherited],
  says: "An alias or an override takes `secret`, `mountPath` and `enableInterpolationInFile` from the variable that it refers to.",
  check(values) {
    const by = (["aliasOf", "overrides"] as const).find((name) => !isAbsent(values[name]));
    const specified = inherited.find((name) => !isAbsent(values[name]));
    return by === undefined || specified === undefined
      ? undefined
      : { path: [specified], expected: `must be omitted, since it's taken from the variable in \`${by}\`` };
  },
};

const fileRule: Rule = {
  reads: ["mountPath", "enableInterpolationInFile", "aliasOf", "overrides"],
  says: "Only a file has `enableInterpolationInFile`.",
  check: ({ mountPath, enableInterpolationInFile, aliasOf, overrides }) =>
    isAbsent(enableInterpolationInFile) || [mountPath, aliasOf, overrides].some((each) => !isAbsent(each))
      ? undefined
      : { path: ["enableInterpolationInFile"], expected: "must be omitted, unless `mountPath` is set" },
};

/** An environment variable of a project, an environment or a service. No endpoint reads a single one, so the list of its parent does. */
export const variable = defineResource("Variable", {
  description:
    "An environment variable or a file of a service, or of all services of an environment or a project. Services see a change after their next deployment.",
  args: {
    on: variableScope.meta({
      description:
        "Scope of the variable: a project, an environment, or a service. Every service in that scope receives it.",
    }),
    key: verbatim.meta({
      description: "Key of the variable; case-sensitive and unique in its scope.",
      identifies: true,
    }),
    value: verbatimText.optional().meta({
      description: "Value or, for a file, its content. If your program marks it as secret, the variable is secret.",
      secret: { if: "secret" },
      returned: { mask: null },
      when: { ignored: { type: ["ALIAS"] } },
    }),
    secret: flag.optional().meta({
      description:
        "Whether the platform keeps the value secret. It never returns a secret value, so changes outside Pulumi aren't detected.",
      wire: "is_secret",
      onUpdate: "replace",
      when: { ignored: inheriting },
      whenOmitted: { says: "whether the program marks the value as secret" },
    }),
    mountPath: verbatim.optional().meta({
      description: "Path of the file that contains the value, in the service's instances. Makes the variable a file.",
      onUpdate: "replace",
      when: { ignored: inheriting },
    }),
    enableInterpolationInFile: flag.optional().meta({
      description: "Whether the platform replaces references to other variables in the content of a file.",
      returned: "never",
    }),
    description: freeText.check(maxCharacters(255)).optional().meta({ description: "Description of the variable." }),
    aliasOf: variableReference.optional().meta({
      description:
        "The variable that this one is an alias of: a resource, an ID, or one of a database's `credentials`, such as `db.credentials.password`.",
      idOf: { kind: "same kind" },
      codec: inPath,
      onUpdate: "replace",
      returned: "never",
      // A program may name a variable of a database instead, which is kept.
      response: { path: "aliased_variable.id" },
    }),
    overrides: uuid.optional().meta({
      description: "The variable of a wider scope that this one overrides, as a resource or by ID.",
      idOf: { kind: "same kind" },
      codec: inPath,
      onUpdate: "replace",
      returned: "never",
      response: { path: "overridden_variable.id" },
    }),
  },
  rules: [sourceRule, inheritedRule, fileRule],
  outputs: {
    ...changeTimes,
    type: responseText.meta({
      description: "Type of the variable: `VALUE`, `FILE`, `ALIAS` or `OVERRIDE`.",
      wire: "variable_type",
    }),
    aliasedVariable: target("The variable that this one is an alias of."),
    overriddenVariable: target("The variable that this one overrides."),
  },
  sources: { aliasOf: "aliasedVariable", overrides: "overriddenVariable" },
  updateMode: "partial",
  isSeenByServices: true,
  api,
  otherCalls: { alias, override, createAll },
  verbs: { plan: planVariable, create: createVariable, compareForm },
  example: `const api = Container.get("api", config.require("apiId"));
new Variable("log-level", { on: api, key: "LOG_LEVEL", value: "info" });
new Variable("token", { on: api, key: "PAYMENT_TOKEN", value: config.requireSecret("paymentToken") });`,
});
