import { Database } from "pulumi-app-platform";
import { beforeAll, describe, expect, test } from "vitest";
import { databaseArgs } from "./declare.js";
import { forgetRequests, requests } from "./journal.js";
import { opened } from "./opened.js";

const { platform, stack } = opened();

/** A JWT that has expired; who signed it does not matter, since it is never sent. */
const expired = ["e30", Buffer.from(JSON.stringify({ exp: 1_700_000_000 })).toString("base64url"), "x"].join(".");

describe("a preview of unchanged resources", () => {
  beforeAll(async () => {
    await stack.run("up", () => void new Database("db", databaseArgs(platform)));
  });

  test.each<[what: string, env: Record<string, string>, says: string, todo: string]>([
    [
      "a token that isn't a JWT",
      { APP_PLATFORM_TOKEN: "not-a-token" },
      "AP1001: APP_PLATFORM_TOKEN must be a JWT",
      "What to do: correct APP_PLATFORM_TOKEN.",
    ],
    [
      "a token that has expired",
      { APP_PLATFORM_TOKEN: expired },
      "AP1002: The access token from APP_PLATFORM_TOKEN expired at 2023-11-14T22:13:20.000Z; no request was sent.",
      "- get a new token and set APP_PLATFORM_TOKEN again",
    ],
    [
      "no base URL",
      { APP_PLATFORM_BASE_URL: "" },
      "AP1001: The platform's base URL isn't set.",
      "- pulumi config set app-platform:baseUrl",
    ],
    [
      "no token",
      { APP_PLATFORM_TOKEN: "" },
      "AP1001: The platform's access token isn't set.",
      "- pulumi config set --secret app-platform:token",
    ],
  ])("refuses %s, and sends nothing", async (_, env, says, todo) => {
    await forgetRequests(platform);
    const output = await stack.fails("preview", undefined, { env });
    expect(output).toContain(says);
    expect(output).toContain(todo);
    expect(await requests(platform)).toEqual({});
  });
});
