/**
 * Each kind's lifecycle with the full API: up, preview without a change, refresh, update, remove, replace, drift, adopt, rename, destroy. The steps are in
 * `support/steps.ts`, and what each of them must change and request is in `expectations/extended.ts`.
 */
import { runMatrix } from "./support/matrix.js";
import { throughFrontend } from "./support/stack.js";

runMatrix("extended", [throughFrontend === "native" ? "Container" : "Database"]);
