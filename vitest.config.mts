import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    reporters: ["default", "./tools/closing-line.ts"],
    // One more than is usual on two cores: runs of the CLI wait a good part of their time.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Built, as in the folder of a user. Where it is linked from, it would pass for sources of the tests.
    server: { deps: { external: [/\/backend\/dist\//] } },
  },
});
