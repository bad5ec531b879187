import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const root = join(__dirname, "..", "..");

describe("the generated files", () => {
  it("are what the definitions say", async () => {
    const run = promisify(execFile)(process.execPath, ["--import", "tsx", "tools/generate/main.ts", "--check"], {
      cwd: root,
    });
    const { stdout } = await run.catch((error: { stderr: string }) => ({ stdout: error.stderr }));
    expect(stdout).toBe("0 files stale\n");
  });
});
