import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runProcess, startProcess } from "./support/run-process.js";

describe("app-platform backend", () => {
  test.each(["SIGTERM", "SIGINT"] as const)(
    "starts a platform with its options, and exits with the platform's code on %s",
    async (signal) => {
      const folder = await mkdtemp(join(tmpdir(), "backend-"));
      const args = ["--cwd", folder, "backend", "--port", "0", "--memory", "--endpoints", "extended", "--json"];
      const started = startProcess(args);
      await started.printed('"ready":true');
      const { url, tokens, ids } = JSON.parse(started.stdout());
      const headers = { authorization: `Bearer ${tokens.viewer}` };
      const response = await fetch(`${url}/environment/${ids.environment}/statuses`, { headers });
      expect(response.status).toBe(200);
      started.interrupt(signal);
      expect((await started.ended).code).toBe(0);
      await expect(fetch(`${url}/_local/health`)).rejects.toThrow();
      await rm(folder, { recursive: true });
    },
  );

  test("prints the platform's error for an invalid option, and exits with the platform's code", async () => {
    const { code, stderr } = await runProcess(["backend", "--speed", "fast"]);
    expect(code).toBe(1);
    expect(stderr).toContain("It must be instant, manual, or a factor above 0.");
  });
});
