import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

/** Unit tests that change what is global in their process: mocks, environment variables, handlers of signals. */
const changing = [
  "delivered-messages",
  "inherited-options",
  "program-arguments",
  "program-get",
  "program-mocks",
  "stack-export",
  "stack-traces",
  "state-text",
].map((name) => `test/unit/${name}.test.ts`);

/** Tests name the provider's sources, for their types. */
const built = [{ find: /^(?:\.\.\/)+provider\//, replacement: join(import.meta.dirname, "dist/provider/") }];

export default defineConfig({
  test: {
    projects: [
      // These share the modules of their worker: most of their time went into loading the provider for each file again.
      { extends: true, test: { name: "unit", include: ["test/unit/*.test.ts"], exclude: changing, isolate: false } },
      // So do these. What they share is built, as a user installs it: the provider in the process of a test is the one that the
      // plugin would load.
      {
        extends: true,
        test: {
          name: "engine",
          include: ["test/engine/**/*.test.ts"],
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
        resolve: { alias: built },
      },
      {
        extends: true,
        test: { name: "isolated", include: ["test/!(unit|engine)/**/*.test.ts", ...changing] },
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
