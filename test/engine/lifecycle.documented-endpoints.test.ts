/**
 * Each kind's lifecycle with the basic API: up, preview without a change, refresh, update, remove, replace, drift, adopt, rename, destroy. The steps are in
 * `support/steps.ts`, and what each of them must change and request is in `expectations/documented.ts`.
 */
import { runMatrix } from "./support/matrix.js";
import { throughFrontend } from "./support/stack.js";

runMatrix("documented", [throughFrontend === "native" ? "Job" : "Container"]);
