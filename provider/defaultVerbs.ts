import { create } from "./creation.js";
import { update } from "./editing.js";
import { read } from "./reading.js";
import { remove } from "./removal.js";
import type { Verbs } from "./verbs.js";

/** What each verb does unless a definition says otherwise. */
export const defaultVerbs: Verbs = { check: () => [], create, read, update, delete: remove };
