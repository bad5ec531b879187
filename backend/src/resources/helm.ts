import { z } from "zod";
import { text, uuid } from "../schema/texts.js";
import { optional } from "../schema/values.js";
import type { NamedKind } from "./service.js";

/** Requests can name Helm charts, but no endpoint of the API document creates one. */
export const helm: NamedKind = {
  kind: "helm",
  hasVariables: true,
  selection: z.object({
    id: uuid,
    chart_version: optional(text),
    git_commit_id: optional(text),
    values_override_git_commit_id: optional(text),
  }),
};
