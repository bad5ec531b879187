import { writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { Container, Database } from "pulumi-app-platform";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { kindOfType } from "../../provider/definition/typeToken.js";
import { isFull } from "../full.js";
import { jwtNamed } from "../jwt.js";
import { type Platform, startPlatform } from "../platform/platform.js";
import { forgetRequests, requests, writes } from "./journal.js";
import { openStack } from "./stack.js";
import type { TestStack } from "./test-stack.js";

let platform: Platform;
let stack: TestStack;
let page: Server;

beforeAll(async () => {
  platform = await startPlatform();
  stack = await openStack(platform);
  page = createServer((request, response) => {
    if (request.url?.startsWith("/moved/") === true) response.writeHead(302, { location: "/login" }).end();
    else response.writeHead(200, { "content-type": "text/html" }).end("<html><body><h1>Welcome</h1></body></html>");
  });
  await new Promise<void>((resolve) => page.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  await stack.close();
  await platform.stop();
  await new Promise((resolve) => page.close(resolve));
});

const pageUrl = () => `http://127.0.0.1:${(page.address() as AddressInfo).port}`;

const database = (environmentId: string) => () => {
  new Database("db", { environmentId, type: "REDIS", version: "7", mode: "CONTAINER" });
  return {};
};

/** A JWT that has expired; who signed it does not matter, since it is never sent. */
const expired = ["e30", Buffer.from(JSON.stringify({ exp: 1_700_000_000 })).toString("base64url"), "x"].join(".");

interface Failure {
  readonly what: string;
  readonly environment?: string;
  readonly env: () => Record<string, string>;
  /** What the text must say, one after the other. */
  readonly says: () => readonly string[];
}

const failures: readonly Failure[] = [
  {
    what: "a token that is not valid (401)",
    env: () => ({ APP_PLATFORM_TOKEN: jwtNamed("forged") }),
    says: () => [
      'AP3001: Creating Database "db" failed: the platform does not accept the access token from APP_PLATFORM_TOKEN (401).',
      "What to do: check that the token belongs to this platform and is still valid, then set APP_PLATFORM_TOKEN again.",
    ],
  },
  {
    what: "a token that isn't a JWT",
    env: () => ({ APP_PLATFORM_TOKEN: "not-a-token" }),
    says: () => ["AP1001: APP_PLATFORM_TOKEN must be a JWT", "What to do: correct APP_PLATFORM_TOKEN."],
  },
  {
    what: "a token that has expired",
    env: () => ({ APP_PLATFORM_TOKEN: expired }),
    says: () => [
      "AP1002: The access token from APP_PLATFORM_TOKEN expired at 2023-11-14T22:13:20.000Z; no request was sent.",
      "What to do: get a new token and set APP_PLATFORM_TOKEN again.",
    ],
  },
  {
    what: "a token that may only read (403)",
    env: () => ({ APP_PLATFORM_TOKEN: platform.tokens.viewer }),
    says: () => [
      `AP3002: Creating Database "db" failed: the token's role does not allow it (403).`,
      "- the platform says: ",
      "What to do: use a token with a sufficient role: updates of databases and GitOps settings, and deletes, need admin",
    ],
  },
  {
    what: "an environment that does not exist (404)",
    environment: "00000000-0000-4000-8000-000000000000",
    env: () => ({}),
    says: () => [
      'AP3003: Creating Database "db" failed: not found (404): POST /environment/00000000-0000-4000-8000-000000000000/database',
      "What to do: check the IDs in the path above, and that the base URL belongs to the right platform",
    ],
  },
  {
    what: "a platform that cannot be reached",
    env: () => ({ APP_PLATFORM_BASE_URL: "http://127.0.0.1:9" }),
    says: () => [
      'AP3101: Creating Database "db" failed: no response from http://127.0.0.1:9: nothing is listening there (connection refused).',
      "What to do: check that the platform is running and that app-platform:baseUrl (or APP_PLATFORM_BASE_URL) is its URL",
    ],
  },
  {
    what: "an HTML page in place of the API",
    env: () => ({ APP_PLATFORM_BASE_URL: pageUrl() }),
    says: () => [
      `AP3103: Creating Database "db" failed: the response to POST /environment/${platform.ids.environment}/database was text/html (200) instead of the API's JSON.`,
      "What to do: check that app-platform:baseUrl is the URL of the API and not of a web page, a login or a proxy.",
    ],
  },
  {
    what: "a redirect, which is not followed",
    env: () => ({ APP_PLATFORM_BASE_URL: `${pageUrl()}/moved/` }),
    says: () => ["AP3009: ", "has status 302", "without a redirect or a login page in front of it"],
  },
  {
    what: "a base URL that would send the token in plain text",
    env: () => ({ APP_PLATFORM_BASE_URL: "http://platform.example.com" }),
    says: () => [
      "AP1001: APP_PLATFORM_BASE_URL must be an https URL",
      'got "http://platform.example.com".',
      "What to do:",
    ],
  },
  {
    what: "no base URL",
    env: () => ({ APP_PLATFORM_BASE_URL: "" }),
    says: () => [
      "AP1001: The platform's base URL is not set.",
      "- set APP_PLATFORM_BASE_URL in the environment",
      "- pulumi config set app-platform:baseUrl",
    ],
  },
  {
    what: "no token",
    env: () => ({ APP_PLATFORM_TOKEN: "" }),
    says: () => ["AP1001: The platform's access token is not set.", "- pulumi config set --secret app-platform:token"],
  },
];

const previewFailures = failures.filter(({ what }) =>
  /^(a token that (isn't a JWT|has expired)|no token|no base URL)/.test(what),
);

function expectInOrder(output: string, parts: readonly string[]): void {
  let rest = output;
  for (const part of parts) {
    expect(rest).toContain(part);
    rest = rest.slice(rest.indexOf(part));
  }
  expect(output).not.toContain("<h1>");
  expect(output).not.toContain("AP9001");
}

describe("a preview", () => {
  let unchanged: TestStack;
  beforeAll(async () => {
    unchanged = await openStack(platform);
    await unchanged.run("up", database(platform.ids.otherEnvironment));
  });
  afterAll(() => unchanged.close());

  test.each(previewFailures.map((failure) => [failure.what, failure] as const))(
    "of unchanged resources refuses %s, and sends nothing",
    async (_, { env, says }) => {
      await forgetRequests(platform);
      const output = await unchanged.fails("preview", undefined, { env: env() });
      expectInOrder(output, says());
      expect(await requests(platform)).toEqual({});
    },
  );

  test("of unchanged resources refuses a token file whose token has expired, and says to renew it", async () => {
    const file = join(unchanged.folder, "token");
    await writeFile(file, expired);
    const env = { APP_PLATFORM_TOKEN: "", APP_PLATFORM_TOKEN_FILE: file };
    const output = await unchanged.fails("preview", undefined, { env });
    expect(output).toContain("AP1002: The access token from APP_PLATFORM_TOKEN_FILE expired at");
    expect(output).toContain(`What to do: renew the file: write a new token to ${file}.`);
    await writeFile(file, "");
    expect(await unchanged.fails("preview", undefined, { env })).toContain("whose content must not be empty");
    expect(await requests(platform)).toEqual({});
  });
});

/** The short form has those of a preview there only: nothing gets as far as a create. */
const upFailures = isFull ? failures : failures.filter((failure) => !previewFailures.includes(failure));

describe("a failure says what went wrong and what to do", () => {
  test.each(upFailures.map((failure) => [failure.what, failure] as const))("%s", async (_, failure) => {
    const { environment, env, says } = failure;
    const program = database(environment ?? platform.ids.environment);
    const output = await stack.fails("up", program, { env: env() });
    expectInOrder(output, says());
  });

  test("nothing was created by any of them", async () => {
    expect(Object.keys(await requests(platform)).filter((request) => / 2\d\d$/.test(request))).toEqual([]);
    expect((await stack.resources()).filter(({ type }) => kindOfType(type) !== undefined)).toEqual([]);
  });

  test("a taken name (409): what has it, since when, and the ways out", async () => {
    const { body: existing } = await platform.request("POST", `/environment/${platform.ids.environment}/database`, {
      body: { name: "DB", type: "REDIS", version: "7", mode: "CONTAINER" },
    });
    const output = await stack.fails("up", database(platform.ids.environment));
    expect(output).toContain('AP3004: Creating Database "db" failed: the name is already taken (409).');
    expect(output).toContain(`- existing resource: id ${existing.id}, created at ${existing.created_at}`);
    expect(output).toContain("- choose another `name`");
  });
});

describe("what the platform has no call for", () => {
  const typedArgs = (type: "REDIS" | "MYSQL", name: string) =>
    ({ environmentId: platform.ids.environment, name, type, version: "7", mode: "CONTAINER" }) as const;
  const typed = (type: "REDIS" | "MYSQL", name: string) => () => {
    const { id } = new Database("db", typedArgs(type, name));
    return { id };
  };

  test("another type of a database under the same name is refused at preview", async () => {
    await stack.run("up", typed("REDIS", "cache"));
    const before = await requests(platform);
    const output = await stack.fails("preview", typed("MYSQL", "cache"));
    expect(output).toContain('AP2002: Database "cache" would be replaced, but the old resource stays');
    expect(output).toContain('- type: "REDIS" → "MYSQL"');
    expect(output).toContain("- change `name` too: a new resource is created, and the old one stays on the platform");
    expect(await requests(platform)).toEqual(before);
  });

  test("another type of a database under a new name makes a new one", async () => {
    const { changes, output } = await stack.run("up", typed("MYSQL", "store"));
    expect(changes, output).toEqual({ same: 1, replace: 1 });
    expect(output).toContain('warning: Database "cache" (id ');
  });

  test("an argument that a clone cannot be edited to is refused at preview", async () => {
    const before = await requests(platform);
    const output = await stack.fails("preview", () => {
      const cloneFrom = "11111111-1111-4111-8111-111111111111";
      new Container("copy", { environmentId: platform.ids.environment, cloneFrom, cpu: 700 });
      return {};
    });
    expect(output).toContain('AP1203: Container "copy": cpu must be omitted: a clone takes it from its source');
    expect(await requests(platform)).toEqual(before);
  });

  test("a clone of what does not exist (404) names the source", async () => {
    const cloneFrom = "11111111-1111-4111-8111-111111111111";
    const output = await stack.fails("up", () => {
      const { id } = new Database("db", typedArgs("MYSQL", "store"));
      new Container("copy", { environmentId: platform.ids.environment, cloneFrom });
      return { id };
    });
    expect(output).toContain(`AP3003: Cloning ${cloneFrom} to create Container "copy" failed`);
    expect(output).toContain(`POST /container/${cloneFrom}/clone`);
  });

  test("with onDelete set to fail, a destroy refuses and the resource stays in the state", async () => {
    const output = await stack.fails("destroy", undefined, { env: { APP_PLATFORM_ON_DELETE: "fail" } });
    const { id } = await stack.resource("db");
    expect(output).toContain(`AP2003: Database "store" (id ${id}) cannot be deleted`);
    expect(output).toContain(
      "- to remove the resource from the state and leave it on the platform, set app-platform:onDelete to warn; for `pulumi destroy`, which uses the configuration of the last `pulumi up`, set APP_PLATFORM_ON_DELETE=warn",
    );
    expect((await writes(platform)).filter((request) => request.startsWith("DELETE"))).toEqual([]);
    expect((await stack.run("destroy")).changes).toEqual({ delete: 2 });
  });
});
