import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ownFolder } from "../../../../provider/engine/process.js";
import { loadModule } from "../../../../provider/frontends/native/codeCache.js";

// V8 remembers sources that it has compiled: every load must be as in a process of its own.
setFlagsFromString("--no-compilation-cache");

const source = `const own = (name) => "Hello " + name;\nexports.greet = (name) => own(name);`;
const load = (build = "first", text = source, compiled?: Uint8Array) =>
  loadModule<{ greet(name: string): string }>("/somewhere/greet.js", text, build, compiled);
const stored = () => readdirSync(ownFolder());

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "code-"));
  vi.stubEnv("TMPDIR", folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

describe("loadModule", () => {
  it("stores the compiled code once, and runs it in the next process", () => {
    const first = load();
    expect(first.exports.greet("you")).toBe("Hello you");
    first.save();
    const [file = "", ...others] = stored();
    expect(others).toEqual([]);
    const { mtimeMs, mode } = statSync(join(ownFolder(), file));
    expect(mode & 0o777).toBe(0o600);
    const second = load();
    expect(second.exports.greet("me")).toBe("Hello me");
    second.save();
    expect(statSync(join(ownFolder(), file)).mtimeMs).toBe(mtimeMs);
  });

  it("ignores the stored code of another build with a source of equal length", () => {
    load().save();
    expect(load("second", source.replace("Hello", "Salut")).exports.greet("you")).toBe("Salut you");
  });

  it("compiles the source if the stored code is broken, and stores it again", () => {
    load().save();
    const [file = ""] = stored();
    writeFileSync(join(ownFolder(), file), "broken");
    const repaired = load();
    expect(repaired.exports.greet("you")).toBe("Hello you");
    repaired.save();
    expect(statSync(join(ownFolder(), file)).size).toBeGreaterThan(100);
  });

  it("ignores a folder that others can write", () => {
    load().save();
    chmodSync(ownFolder(), 0o777);
    for (const file of stored()) rmSync(join(ownFolder(), file));
    const other = load();
    expect(other.exports.greet("you")).toBe("Hello you");
    other.save();
    expect(stored()).toEqual([]);
  });

  it("runs the compiled code that is released with the source, and stores none", () => {
    load().save();
    const [file = ""] = stored();
    const compiled = readFileSync(join(ownFolder(), file));
    rmSync(ownFolder(), { recursive: true });
    const released = load("first", source, compiled);
    expect(released.exports.greet("you")).toBe("Hello you");
    released.save();
    expect(readdirSync(folder)).toEqual([]);
  });

  it("names the file in stack traces, with the lines of the source", () => {
    const { exports } = load("third", "\nexports.greet = () => new Error().stack;");
    expect(exports.greet("")).toContain("/somewhere/greet.js:2:");
  });
});
