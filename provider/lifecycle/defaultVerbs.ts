import type { Verbs } from "../definition/resourceDefinition.js";
import { create } from "./create.js";
import { remove } from "./delete.js";
import { plan } from "./plan.js";
import { read } from "./read.js";
import { update } from "./update.js";

/** What each verb does unless a definition says otherwise. */
export const defaultVerbs: Verbs = {
  check: () => [],
  plan,
  create,
  compareForm: async (_scope, _args, state) => ({ state, differences: [] }),
  read,
  confirmGone: async () => {},
  update,
  delete: remove,
};
