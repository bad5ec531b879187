/** Tokens with which machines send requests to the platform. */
import { z } from "zod";
import { freeText, idOf, resourceName, text, uuid } from "../../schema/texts.js";
import { omittable, optional } from "../../schema/values.js";
import { nameKey } from "../name.js";
import { platformRole } from "../organization-role.js";
import { commonMembers, type RecordKind, representCommon } from "../record.js";

const members = { name: resourceName, description: optional(freeText) };
const request = z.object({ ...members, role_id: idOf("role").nullable() }).meta({ id: "ApiTokenRequest" });
const stored = z.object({ ...members, role_id: idOf("role"), creator: omittable(text) });
const response = z
  .object({ ...commonMembers, name: text, description: optional(freeText), role_id: uuid, role_name: text })
  .meta({ id: "ApiToken" });

type Request = z.output<typeof request>;

export const apiToken: RecordKind<z.output<typeof stored>, z.output<typeof response>, Request> = {
  kind: "apiToken",
  noun: "API token",
  description: "Tokens with which machines send requests.",
  parents: ["organization"],
  calls: { create: { role: "admin" }, list: {}, delete: {} },
  request,
  stored,
  response,
  returnedOnce: "token",
  uniqueBy: ({ name }) => nameKey(name),
  filters: {
    name: { description: "Name of the tokens.", textOf: ({ name }) => name },
    creatorName: { description: "Who has created them.", textOf: ({ creator }) => creator ?? "" },
  },
  configOf: ({ role_id: roleId, ...body }, creator) => ({
    ...{ ...body, creator },
    role_id: roleId ?? platformRole("VIEWER").id,
  }),
  roleOf: ({ role_id: roleId }, related) => related.role(roleId).may,
  represent: (record, _, related) => {
    const { creator: _creator, ...config } = record.config;
    return { ...representCommon(record), ...config, role_name: related.role(config.role_id).name };
  },
};
