import { defineConfig } from "vitest/config";

/** These need what is built, which has no mutants, or modules of their own. */
const others = ["comparisons", "delivered-messages", "state-text"];

export default defineConfig({
  test: {
    include: ["test/unit/*.test.ts"],
    exclude: others.map((name) => `test/unit/${name}.test.ts`),
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000, interval: 20 } },
  },
});
