import { describe, expect, it } from "vitest";
import { definitions, type KindName } from "../../../provider/kinds/index.js";
import { providerText } from "../../../sdk/registration.js";
import { typeToken } from "../../support/provider.js";

/** As built: it loads a definition when it is first asked for a kind. */
const runtime: typeof import("../../../provider/runtime.js") = require("pulumi-app-platform/runtime");

/** What is kept in every user's state and run again by every later version. It never changes. */
const textOf = (kind: KindName) => `exports.handler=()=>require("pulumi-app-platform/runtime").provider("${kind}")`;

const kinds = definitions.map(({ kind }) => kind as KindName);

describe("provider text in the state (__provider)", () => {
  it.each(kinds)("never changes by a character, and is short: %s", (kind) => {
    expect(typeToken(kind)).toBe(`pulumi-nodejs:dynamic/app-platform:${kind}`);
    expect(providerText(kind)).toBe(textOf(kind));
    expect(Buffer.byteLength(providerText(kind))).toBeLessThanOrEqual(100);
  });

  it.each(kinds)("returns the provider of a %s", (kind) => {
    const exported: { handler?: () => Record<string, unknown> } = {};
    const requested: string[] = [];
    const require = (path: string) => {
      requested.push(path);
      return runtime;
    };
    new Function("exports", "require", textOf(kind))(exported, require);
    const provider = exported.handler?.() ?? {};
    expect(requested).toEqual(["pulumi-app-platform/runtime"]);
    for (const verb of ["check", "diff", "create", "read", "update", "delete", "configure"]) {
      expect(provider[verb]).toBeTypeOf("function");
    }
  });

  it("fails for an unknown kind with what to install", () => {
    expect(() => runtime.provider("Helm")).toThrow(/doesn't know the kind Helm: install/);
  });
});

describe("configure", () => {
  it("reads the settings of a connection once", async () => {
    const provider = runtime.provider("Container");
    const keys: string[] = [];
    const settings: Readonly<Record<string, string>> = {
      "app-platform:baseUrl": "http://127.0.0.1:9",
      "app-platform:token": "e30.e30.c2ln",
    };
    const get = (key: string) => {
      keys.push(key);
      return settings[key];
    };
    await provider.configure?.({ config: { get, require: get } } as never);
    const check = () => provider.check?.({}, { name: "web" });
    const first = await check();
    const read = keys.length;
    expect(read).toBeGreaterThan(0);
    expect(await check()).toEqual(first);
    expect(keys).toHaveLength(read);
  });

  it("succeeds without settings, and the next call fails with AP1001", async () => {
    const before = { ...process.env };
    for (const name of Object.keys(process.env)) if (name.startsWith("APP_PLATFORM")) delete process.env[name];
    try {
      const provider = runtime.provider("Container");
      const config = { get: () => undefined, require: () => "" };
      await expect(provider.configure?.({ config } as never)).resolves.toBeUndefined();
      const result = await provider.check?.({}, { name: "web" });
      expect(result?.failures?.[0]?.reason).toMatch(/^AP1001: 2 settings are missing\.\n {2}- The platform's base URL/);
      await expect(provider.create({})).rejects.toMatchObject({ code: "AP1001" });
    } finally {
      Object.assign(process.env, before);
    }
  });
});
