import { defineConfig } from "vitest/config";

export default defineConfig({
  // A run of the Pulumi CLI takes a few seconds.
  test: { include: ["tests/*.test.ts"], testTimeout: 60_000 },
});
