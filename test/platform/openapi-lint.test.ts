import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";

const root = join(__dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "openapi-"));

afterAll(() => rmSync(folder, { recursive: true }));

function run(command: string, ...args: string[]) {
  return spawnSync(command, args, {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1", REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
  });
}

describe("the OpenAPI document", () => {
  it.each(["documented", "extended"])("of the %s endpoints passes the linter", (endpoints) => {
    const file = join(folder, `${endpoints}.json`);
    const program = join(root, "backend", "dist", "main.js");
    const document = run(process.execPath, program, "openapi", "--endpoints", endpoints);
    expect(document.status, document.stderr).toBe(0);
    writeFileSync(file, document.stdout);
    const lint = run(join(root, "node_modules", ".bin", "redocly"), "lint", file);
    expect(lint.status, `${lint.stdout}\n${lint.stderr}`).toBe(0);
  });
});
