import { describe, expect, it } from "vitest";
import { environmentFor, wrongSettings } from "../../../../provider/frontends/native/session.js";
import type { Values } from "../../../support/provider.js";

const environment = {
  APP_PLATFORM_BASE_URL: "https://platform.example.com",
  APP_PLATFORM_TOKEN: "environment",
  APP_PLATFORM_ENDPOINTS: "extended",
  APP_PLATFORM_STAGING_TOKEN: "environment",
};
const endpoints = "APP_PLATFORM_ENDPOINTS";
const own = ["APP_PLATFORM_BASE_URL", "APP_PLATFORM_TOKEN", endpoints];
const [elsewhere, staging] = ["https://other.example.com", "APP_PLATFORM_STAGING_TOKEN"];

describe("environment of an explicit provider", () => {
  it.each<[what: string, specified: Values, names: string[]]>([
    ["all variables without settings", {}, Object.keys(environment)],
    ["no token if the provider sets a token", { token: "a" }, ["APP_PLATFORM_BASE_URL", endpoints, staging]],
    ["no token if the provider sets an address", { baseUrl: elsewhere }, [endpoints, staging]],
    ["no token for a connection with its own address", { connections: { staging: { baseUrl: elsewhere } } }, own],
    ["no token of a connection if the connections are a JSON text", { connections: '{"staging":{"token":"a"}}' }, own],
  ])("has %s", (_, specified, names) => {
    expect(Object.keys(environmentFor(specified, environment))).toEqual(names);
  });

  it("requires a token if the provider sets another address", () => {
    const scheme = { APP_PLATFORM_TOKEN_SCHEME: "token" };
    expect(wrongSettings({}, { ...environment, ...scheme })).toEqual([]);
    const wrong = wrongSettings({ baseUrl: elsewhere }, { ...environment, ...scheme });
    expect(wrong.map(([name]) => name)).toEqual(["token"]);
  });
});
