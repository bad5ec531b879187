import { availableParallelism } from "node:os";
import { dirname, join, relative } from "node:path";
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

const root = import.meta.dirname;
const sources = ["provider", "sdk", "cli"].map((room) => join(root, room, "/"));

/** Tests name the package's sources, for their types, and get what is built from them: the modules that a user installs. */
const built = {
  name: "built",
  enforce: "pre" as const,
  resolveId(source: string, importer: string | undefined) {
    if (importer === undefined || !source.startsWith("../")) return undefined;
    const path = join(dirname(importer), source);
    return sources.some((folder) => path.startsWith(folder)) ? join(root, "dist", relative(root, path)) : undefined;
  },
};

export default defineConfig({
  test: {
    projects: [
      // These share the modules of their worker: most of their time went into loading the provider for each file again.
      { extends: true, test: { name: "unit", include: ["test/unit/*.test.ts"], exclude: changing, isolate: false } },
      // So do these. What they share is built, as a user installs it: the provider in the process of a test is the one that the
      // plugin would load.
      {
        extends: true,
        test: { name: "engine", include: ["test/engine/**/*.test.ts"], isolate: false },
        plugins: [built],
      },
      {
        extends: true,
        test: { name: "changing", include: changing },
      },
      {
        extends: true,
        test: { name: "isolated", include: ["test/!(unit|engine)/**/*.test.ts"], isolate: false },
        plugins: [built],
      },
    ],
    globalSetup: "./test/compile-cache.ts",
    reporters: ["default", "./tools/closing-line.ts"],
    // One more than there are processors: tests of time limits, leases and backoff wait a good part of theirs.
    maxWorkers: availableParallelism() + 1,
    // Only ends what hangs: a busy machine may take many times as long as an idle one.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Built, as in the folder of a user. Where it is linked from, it would pass for sources of the tests.
    server: { deps: { external: [/\/dist\//] } },
  },
});
