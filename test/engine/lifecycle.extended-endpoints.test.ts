/**
 * Lifecycle of a kind with the full API (extended endpoints): up (create), preview without change, refresh, update, remove
 * an argument, replace, drift (a change in the console), deleted outside, adopt (adoptId), rename with alias, destroy.
 *
 * test/engine/support/matrix.ts makes a test of each step, test/engine/support/steps.ts runs it, and test/engine/expectations has what each
 * kind is expected to do. One kind is run by default, all with FULL=1, and others with TEST_KIND.
 */
import { runMatrix } from "./support/matrix.js";
import { throughFrontend } from "./support/stack.js";

runMatrix("extended", [throughFrontend === "native" ? "Container" : "Database"]);
