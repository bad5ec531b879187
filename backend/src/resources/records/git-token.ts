/** Tokens of an organization that give access to git repositories. */
import { z } from "zod";
import { has, rule, withRules } from "../../schema/rules.js";
import { secret } from "../../schema/secrets.js";
import { freeText, httpUrl, resourceName, text, timestamp } from "../../schema/texts.js";
import { integer, optional } from "../../schema/values.js";
import { nameKey } from "../name.js";
import { commonMembers, type RecordKind, representCommon } from "../record.js";

const type = z.enum(["GITHUB", "GITLAB", "BITBUCKET"]);
const settings = {
  type,
  description: optional(freeText),
  workspace: optional(text),
  git_api_url: optional(httpUrl),
};

const request = withRules(
  z.object({ name: resourceName, ...settings, token: secret(text) }),
  rule<{ type: string; workspace: string | null }>(
    ["type", "workspace"],
    (specified, report) => {
      if (specified.type === "BITBUCKET" && specified.workspace === null)
        report(["workspace"], "is required for the type BITBUCKET");
    },
    { anyOf: [{ properties: { type: { enum: ["GITHUB", "GITLAB"] } } }, has("workspace")] },
  ),
).meta({ id: "GitTokenRequest" });

const response = z
  .object({
    ...commonMembers,
    name: text,
    ...settings,
    expired_at: optional(timestamp),
    associated_services_count: integer(0),
  })
  .meta({ id: "GitToken" });

type Config = z.output<typeof request>;

export const gitToken: RecordKind<Config, z.output<typeof response>> = {
  kind: "gitToken",
  noun: "git token",
  description: "Tokens that give access to git repositories.",
  parents: ["organization"],
  stored: request,
  response,
  referredToBy: "git_token_id",
  uniqueBy: ({ name }) => nameKey(name),
  represent(record, countUsers) {
    const { token: _, ...shown } = record.config;
    return { ...representCommon(record), ...shown, expired_at: null, associated_services_count: countUsers() };
  },
};
