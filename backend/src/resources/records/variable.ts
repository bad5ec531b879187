import { z } from "zod";
import type { Report } from "../../schema/rules.js";
import { secret, secretUnlessFalse } from "../../schema/secrets.js";
import { freeText, text, textOfCharacters, uuid } from "../../schema/texts.js";
import { integer, optional } from "../../schema/values.js";
import type { RecordKind } from "../record.js";
import { commonMembers } from "../record.js";
import { serviceType, serviceTypeOf } from "../service.js";
import { serviceKinds } from "../services.js";

const kindsWithVariables = serviceKinds.filter(({ hasVariables }) => hasVariables);
/** The scopes that requests name; the first ones are the highest. The others are the types of service. */
const writtenScopes = ["PROJECT", "ENVIRONMENT", ...kindsWithVariables.map(({ kind }) => serviceTypeOf(kind))] as const;
export const scopes = [...writtenScopes, "BUILT_IN"] as const;
export type Scope = (typeof scopes)[number];

/** If two variables have the same key, the one with the higher number takes precedence. */
export function precedence(scope: Scope): number {
  const levels: Partial<Record<Scope, number>> = { PROJECT: 0, BUILT_IN: 1, ENVIRONMENT: 2 };
  return levels[scope] ?? 3;
}

/** An external secret is in a secret manager, and the variable has its name there as its value. */
const externalTypes = ["EXTERNAL_SECRET", "FILE_EXTERNAL_SECRET"] as const;
const types = ["VALUE", "FILE", "ALIAS", "OVERRIDE", "BUILT_IN", ...externalTypes] as const;
const description = optional(textOfCharacters(255));
const accessText = "Access to the secret manager that has the secret. The value is then the name of the secret there.";
const scope = z.enum(writtenScopes);

export const variableRequest = z
  .object({
    key: text,
    value: secretUnlessFalse(freeText, "is_secret"),
    is_secret: z.boolean(),
    variable_scope: scope,
    variable_parent_id: uuid,
    mount_path: optional(text),
    description,
    enable_interpolation_in_file: optional(z.boolean()),
    secret_manager_access_id: optional(uuid).meta({ description: accessText }),
  })
  .meta({ id: "VariableRequest" });

/** The access of an external secret belongs to the cluster of an environment, and the platform never has the secret itself. */
export function checkNewVariable(
  { secret_manager_access_id: accessId, is_secret, variable_scope }: Partial<z.output<typeof variableRequest>>,
  report: Report,
): void {
  if (accessId == null) return;
  if (is_secret === true) report(["is_secret"], "must be false: the value is the name of the external secret");
  if (variable_scope === "PROJECT")
    report(["secret_manager_access_id"], "isn't allowed for a project: an access belongs to a cluster");
}

/** The scope whose variables are listed. */
export const scopeParameter = z.enum(scopes);

/** The type of a service that has variables. */
export const ownerTypes = kindsWithVariables.map(({ kind }) => serviceTypeOf(kind));
export const ownerTypeParameter = z.enum(ownerTypes);

/** An update keeps what is omitted, and a null description removes it. The body does not say whether the value is secret. */
export const variableEdit = z
  .object({
    key: text,
    value: secret(freeText.nullish()),
    description: textOfCharacters(255).nullish(),
    enable_interpolation_in_file: z.boolean().nullish(),
    secret_manager_access_id: uuid.nullish(),
  })
  .meta({ id: "VariableEdit" });

export const aliasRequest = z
  .object({ key: text, alias_scope: scope, alias_parent_id: uuid, description })
  .meta({ id: "VariableAliasRequest" });

export const overrideRequest = z
  .object({ value: secret(freeText), override_scope: scope, override_parent_id: uuid, description })
  .meta({ id: "VariableOverrideRequest" });

/** Values of one service, of its environment or of its project. */
export const importRequest = z
  .object({
    overwrite: z.boolean(),
    vars: z.array(
      z.object({ name: text, value: secretUnlessFalse(freeText, "is_secret"), scope, is_secret: z.boolean() }),
    ),
  })
  .meta({ id: "VariableImportRequest" });

const shownScope = z.enum(scopes);
const shownType = z.enum(types);
const target = z
  .object({
    id: uuid,
    key: text,
    value: secret(optional(freeText)),
    scope: shownScope,
    variable_type: shownType,
    mount_path: optional(text),
  })
  .meta({ id: "VariableTarget" });

export const variableResponse = z
  .object({
    ...commonMembers,
    key: text,
    value: secretUnlessFalse(optional(freeText), "is_secret"),
    mount_path: optional(text),
    scope: shownScope,
    variable_type: shownType,
    is_secret: z.boolean(),
    service_id: optional(uuid),
    service_name: optional(text),
    service_type: optional(serviceType),
    overridden_variable: optional(target),
    aliased_variable: optional(target),
    description: freeText.optional(),
    secret_manager_access_id: optional(uuid),
  })
  .meta({ id: "Variable" });
export type VariableResponse = z.output<typeof variableResponse>;

/** Contains only variables that were imported. */
export const importResponse = z
  .object({
    total_variables_to_import: integer(0),
    successful_imported_variables: z.array(
      z.object({
        name: text,
        scope: shownScope,
        is_secret: z.boolean(),
        value: secretUnlessFalse(freeText.optional(), "is_secret"),
      }),
    ),
  })
  .meta({ id: "VariableImport" });

const stored = z.object({
  scope: shownScope,
  type: shownType,
  key: text,
  /** Null for an alias, whose value is that of its target, and for a secret. */
  value: freeText.nullable(),
  is_secret: z.boolean(),
  mount_path: text.nullable(),
  description: freeText.nullable(),
  enable_interpolation_in_file: z.boolean().nullable(),
  /** The variable that it is an alias or an override of. */
  targetId: uuid.nullable(),
  /** Only for an external secret. */
  secret_manager_access_id: uuid.optional(),
});
export type VariableConfig = z.output<typeof stored>;

/** The type of a variable that is neither an alias nor an override. */
export function typeOf(mountPath: string | null, accessId: string | null): VariableConfig["type"] {
  if (accessId === null) return mountPath === null ? "VALUE" : "FILE";
  return mountPath === null ? "EXTERNAL_SECRET" : "FILE_EXTERNAL_SECRET";
}

export function isExternal({ type }: Pick<VariableConfig, "type">): boolean {
  return (externalTypes as readonly string[]).includes(type);
}

/** A value, a secret or a file for the services that see it. */
export const variable: RecordKind<VariableConfig, VariableResponse> = {
  kind: "variable",
  noun: "variable",
  description: "Values, secrets and files for services.",
  parents: ["project", "environment", "service"],
  stored,
  response: variableResponse,
  uniqueBy: ({ key }) => key,
};
