import type { Sets } from "../testRecord.js";

export const both: Sets = ["documented", "extended"];
export const extended: Sets = ["extended"];
export const none: Sets = [];
