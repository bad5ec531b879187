import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

/** Unit tests that change what is global in their process: mocks, environment variables, handlers of signals. */
const changing = [
  "delivered-messages",
  "inherited-options",
  "lifecycle-record",
  "program-arguments",
  "program-get",
  "program-mocks",
  "stack-export",
  "stack-traces",
  "state-text",
].map((name) => `test/unit/${name}.test.ts`);

export default defineConfig({
  test: {
    projects: [
      // These share the modules of their worker: most of their time went into loading the provider for each file again.
      { extends: true, test: { name: "unit", include: ["test/unit/*.test.ts"], exclude: changing, isolate: false } },
      {
        extends: true,
        test: { name: "isolated", include: ["test/!(unit)/**/*.test.ts", ...changing] },
        // What a user installs, loaded as it is: the provider in the process of a test is the one that the plugin would load.
        resolve: {
          alias: [{ find: /^(?:\.\.\/)+provider\//, replacement: join(import.meta.dirname, "dist/provider/") }],
        },
      },
    ],
    globalSetup: "./test/compile-cache.ts",
    reporters: ["default", "./tools/closing-line.ts"],
    // One more than there are processors: tests of time limits, leases and backoff wait a good part of theirs.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Built, as in the folder of a user. Where it is linked from, it would pass for sources of the tests.
    server: { deps: { external: [/\/dist\//] } },
  },
});
