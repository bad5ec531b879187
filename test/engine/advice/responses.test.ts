/**
 * Advice of errors of requests that the platform refuses, or that something else responds to.
 * Codes: AP3001 to AP3003, AP3005 to AP3009, AP3103, AP3105, AP4001.
 * Titles are built from the rows: "advice of <code> (<class>) if <when> › leads to a run that succeeds: <advice>".
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Container, DeploymentStage } from "pulumi-app-platform";
import { afterAll, expect } from "vitest";
import { openedPlatform } from "../../platform/support/opened.js";
import { containerArgs } from "../support/declare.js";
import { forgetRequests, requests } from "../support/journal.js";
import type { Program } from "../support/test-stack.js";
import { forward, html, json, respondWith, serverThat } from "./servers.js";
import { both, type Case, documented, followAdvice, nothing, openAdvice } from "./support.js";

const world = openAdvice();
const { platform, stack, up, upAgain, refreshAgain, healAndUp, healAndRefresh } = world;
const { idOf, db, fault, heal, send, inEnvironment, existing, terraform, release } = world;
const other = openedPlatform({ endpoints: "extended" });

const folder = mkdtempSync(join(tmpdir(), "tokens-"));
afterAll(() => rmSync(folder, { recursive: true }));

type Responses = Case<
  | "ConflictError"
  | "ForbiddenError"
  | "IncompleteError"
  | "NotFoundError"
  | "NotTheApiError"
  | "RejectedError"
  | "ServerFaultError"
  | "ThrottledError"
  | "UnauthorizedError"
  | "UnexpectedAnswerError"
  | "UnexpectedStatusError"
>;

let url = "";
const atUrl = () => ({ env: { APP_PLATFORM_BASE_URL: url } });
const serve =
  (...response: Parameters<typeof respondWith>) =>
  async () => {
    url = await serverThat(respondWith(...response));
  };

const createDatabase = { method: "POST", route: "/environment/{environmentId}/database" };
const updateDatabase = { method: "PUT", route: "/database/{databaseId}" };
const readDatabase = { method: "GET", route: "/database/{databaseId}" };
const existingDatabase = (name: string, match: object, others?: object) => async () => {
  await up(db());
  await fault(name, match, others);
};
const web =
  (args: object = {}): Program =>
  () =>
    void new Container("web", containerArgs(platform, args));
const readStatus = { method: "GET", route: "/environment/{environmentId}/status" };
const createTerraform = { method: "POST", route: "/environment/{environmentId}/terraform" };
const nowhere = "00000000-0000-4000-8000-000000000000";

const tokens: readonly Responses[] = [
  {
    error: "UnauthorizedError",
    when: "the token is another platform's",
    program: db,
    options: () => ({ env: { APP_PLATFORM_TOKEN: `${platform.tokens.admin.slice(0, -4)}AAAA` } }),
    ways: [
      [
        "check that the token belongs to this platform and is still valid, then set APP_PLATFORM_TOKEN again",
        () => up(undefined, { env: { APP_PLATFORM_TOKEN: platform.tokens.admin } }),
      ],
    ],
  },
  {
    error: "UnauthorizedError",
    when: "the token in the file is another platform's",
    prepare: async () => {
      writeFileSync(join(folder, "token"), `${platform.tokens.admin.slice(0, -4)}AAAA`);
      await stack.configure({ "app-platform:token": undefined });
    },
    program: db,
    options: () => ({ env: { APP_PLATFORM_TOKEN_FILE: join(folder, "token") } }),
    ways: [
      [
        "then renew the file: write a new token to",
        async () => {
          writeFileSync(join(folder, "token"), platform.tokens.admin);
          return up(undefined, { env: { APP_PLATFORM_TOKEN_FILE: join(folder, "token") } });
        },
      ],
    ],
  },
  {
    error: "UnauthorizedError",
    when: "a JWT is sent as an API token",
    program: db,
    options: () => ({ env: { APP_PLATFORM_TOKEN_SCHEME: "token" } }),
    ways: [
      [
        'the setting tokenScheme is "token"; a JWT needs "bearer"',
        () => up(undefined, { env: { APP_PLATFORM_TOKEN_SCHEME: "bearer" } }),
      ],
    ],
  },
  {
    error: "ForbiddenError",
    when: "the token may only read",
    program: db,
    options: () => ({ env: { APP_PLATFORM_TOKEN: platform.tokens.viewer } }),
    ways: [
      [
        "use a token with a sufficient role: updates of databases and GitOps settings, and deletes, need admin; every other write needs editor or admin",
        async () => {
          const editor = { env: { APP_PLATFORM_TOKEN: platform.tokens.editor } };
          const admin = { env: { APP_PLATFORM_TOKEN: platform.tokens.admin } };
          await up(undefined, editor);
          expect(await stack.fails("up", db({ cpu: 750 }), editor)).toContain("updates of databases");
          await up(undefined, admin);
          expect(await stack.fails("up", nothing, editor)).toContain("deletes, need admin");
          return up(nothing, admin);
        },
      ],
    ],
  },
  {
    error: "ForbiddenError",
    when: "the token may not read the resource",
    prepare: existingDatabase("403", { method: "GET" }),
    step: "refresh",
    ways: [["use a token that can read it: every role can", healAndRefresh]],
  },
];

const refused: readonly Responses[] = [
  {
    error: "NotFoundError",
    when: "the program names an environment that doesn't exist",
    program: () => db({ environmentId: nowhere }),
    ways: [["check the IDs in the path above", () => up(db())]],
  },
  {
    error: "NotFoundError",
    when: "the base URL is that of another platform",
    prepare: async () => {
      url = other.url;
      const { body } = await send("POST", `/project/${platform.ids.project}/environment`, { name: "staging" });
      environmentId = body.id;
    },
    program: () => db({ environmentId }),
    options: () => ({ env: { APP_PLATFORM_BASE_URL: other.url, APP_PLATFORM_TOKEN: other.tokens.admin } }),
    ways: [["and that APP_PLATFORM_BASE_URL is the URL of the right platform's API", upAgain]],
  },
  {
    error: "NotFoundError",
    when: "the resource was deleted outside Pulumi",
    prepare: async () => {
      await up(db());
      await send("DELETE", `/database/${await idOf("db")}`);
    },
    program: () => db({ cpu: 750 }),
    ways: [
      [
        "`pulumi refresh` removes deleted resources from the state",
        async () => {
          await stack.run("refresh");
          await up();
        },
      ],
    ],
  },
  {
    error: "ConflictError",
    when: "the platform responds with 409 to an update",
    prepare: existingDatabase("409", updateDatabase),
    program: () => db({ cpu: 750 }),
    ways: [
      ["if a value that must be unique, such as a name or a domain, is already in use", () => up(db())],
      ["if another operation is running, such as a deployment or a deletion, wait until it has ended", healAndUp],
    ],
  },
  {
    error: "ConflictError",
    when: "the platform responds with 409 to a delete",
    prepare: existingDatabase("409", { method: "DELETE" }),
    program: () => nothing,
    ways: [
      ["if it still contains resources, or something still uses it, delete those first", healAndUp],
      ["if another operation is running, such as a deployment or a deletion, wait until it has ended", healAndUp],
    ],
  },
  {
    error: "RejectedError",
    when: "the response names the invalid field",
    program: () => web({ registryId: nowhere }),
    ways: [["correct the fields named above", () => up(web())]],
  },
  {
    error: "RejectedError",
    when: "the response names no field",
    prepare: () => fault("other-body", createDatabase, { status: 400, body: { message: "Bad request" } }),
    program: db,
    ways: [
      [
        "the response names no field: compare the arguments with the reference page, or ask the platform's operator",
        async () => {
          await heal();
          await up(db({ cpu: 500 }));
        },
      ],
    ],
  },
  {
    error: "IncompleteError",
    when: "the variables of a new container can't be created",
    prepare: () => fault("403", { method: "POST", route: "/variable" }),
    program: () => web({ variables: { LEVEL: "info" } }),
    ways: [
      [
        "run `pulumi up` again",
        async () => {
          const id = await idOf("web");
          await healAndUp();
          expect(await idOf("web")).toBe(id);
        },
      ],
    ],
  },
];

/** A platform that accepts one request at a time. */
const serveOneAtATime = async () => {
  let running = 0;
  const pass = forward(platform.url);
  url = await serverThat((request, response) => {
    running += 1;
    response.once("close", () => {
      running -= 1;
    });
    if (running === 1) pass(request, response);
    else respondWith(429, { ...json, "retry-after": "3600" }, "{}")(request, response);
  });
};
const databases = () => both(...["a", "b", "c", "d"].map((name) => db({ name }, {}, name)));

const failing: readonly Responses[] = [
  {
    error: "ThrottledError",
    when: "the platform asks to wait for an hour",
    prepare: () => fault("429-seconds", createDatabase, { retryAfterSeconds: 3600 }),
    program: db,
    ways: [["wait 3600 s, then run `pulumi up` again", healAndUp]],
  },
  {
    error: "ThrottledError",
    when: "the platform accepts fewer concurrent requests",
    prepare: serveOneAtATime,
    program: databases,
    options: atUrl,
    ways: [
      [
        "lower app-platform:maxConcurrentRequests (or APP_PLATFORM_MAX_CONCURRENT_REQUESTS) if it happens again",
        () => up(undefined, { env: { ...atUrl().env, APP_PLATFORM_MAX_CONCURRENT_REQUESTS: "1" } }),
      ],
    ],
  },
  {
    error: "ServerFaultError",
    when: "the platform responds with 500",
    prepare: () => fault("500", createDatabase),
    program: db,
    ways: [["run `pulumi up` again", healAndUp]],
  },
  {
    error: "ServerFaultError",
    when: "the platform responds with 501",
    prepare: () => fault("other-body", readStatus, { status: 501, body: {} }),
    program: () => release,
    ways: [["ask its operator, and check app-platform:endpoints", () => up(undefined, documented)]],
  },
  {
    error: "NotTheApiError",
    when: "the address is that of a web page",
    prepare: async () => {
      await up(db());
      await serve(200, html, "<html></html>")();
    },
    step: "refresh",
    options: atUrl,
    ways: [["check that APP_PLATFORM_BASE_URL is the URL of the API and not of a web page", refreshAgain]],
  },
  {
    error: "NotTheApiError",
    when: "a response can't be decoded",
    prepare: existingDatabase("broken-gzip", readDatabase),
    step: "refresh",
    ways: [
      [
        "ask the operator of the platform, or of a proxy in front of it, to send responses without an encoding",
        healAndRefresh,
      ],
    ],
  },
];

const idOfTerraform = async () => (await send("GET", inEnvironment("terraform"))).body.results[0]?.id;

let defaultStage = "";
/** A service that may be in one of two stages, of which the first one depends on the second one. */
const staged =
  (isFirst: boolean, isSecond = false): Program =>
  () => {
    const { environment: environmentId } = platform.ids;
    const service = new Container("web", containerArgs(platform));
    const dependsOn = new DeploymentStage("second", { environmentId, services: isSecond ? [service] : [] });
    new DeploymentStage("first", { environmentId, services: isFirst ? [service] : [] }, { dependsOn });
  };

const unexpected: readonly Responses[] = [
  {
    error: "UnexpectedAnswerError",
    when: "the response to a create has no ID",
    prepare: () => fault("other-body", createTerraform, { when: "after", body: {} }),
    program: () => terraform(),
    options: () => documented,
    ways: [
      [
        "look for it in the platform's console; if it exists, adopt it (set `adoptId` to its ID",
        async () => {
          await heal();
          const adoptId = await idOfTerraform();
          await up(terraform({ adoptId }));
          expect(await idOf("network")).toBe(adoptId);
        },
      ],
      ["if it doesn't exist, run `pulumi up` again", "it exists"],
    ],
  },
  {
    error: "UnexpectedAnswerError",
    when: "the response to a create has no ID, and nothing was created",
    prepare: () => fault("other-body", createTerraform, { body: {} }),
    program: () => terraform(),
    options: () => documented,
    ways: [
      ["look for it in the platform's console", "it doesn't exist"],
      ["if it doesn't exist, run `pulumi up` again", () => healAndUp(documented)],
    ],
  },
  {
    error: "UnexpectedAnswerError",
    when: "the address is that of another API",
    prepare: async () => {
      await up(db(), documented);
      await serve(200, json, "{}")();
    },
    step: "refresh",
    options: () => ({ env: { ...documented.env, ...atUrl().env } }),
    ways: [["check that APP_PLATFORM_BASE_URL is the URL of the API", refreshAgain]],
  },
  {
    error: "UnexpectedAnswerError",
    when: "a response describes another resource",
    prepare: existingDatabase("other-body", readDatabase, { body: { id: nowhere } }),
    step: "refresh",
    ways: [["run again; if it happens again, ask the platform's operator", healAndRefresh]],
  },
  {
    error: "UnexpectedAnswerError",
    when: "a response describes no resource",
    prepare: existingDatabase("other-body", readDatabase, { body: null }),
    step: "refresh",
    ways: [["check it in the platform's console", healAndRefresh]],
  },
  {
    error: "UnexpectedAnswerError",
    when: "the ID of a new resource can't be in a path",
    prepare: () => fault("other-body", createDatabase, { when: "after", body: { id: ".." } }),
    program: db,
    ways: [
      [
        "delete it in the platform's console, and let the platform assign another ID",
        async () => {
          await heal();
          await send("DELETE", `/database/${await existing()}`);
          await up();
        },
      ],
    ],
  },
  {
    error: "UnexpectedAnswerError",
    when: "the response to a create of a variable has no ID",
    prepare: () => fault("other-body", { method: "POST", route: "/variable" }, { body: {} }),
    program: () => web({ variables: { LEVEL: "info" } }),
    options: () => ({ env: { APP_PLATFORM_OPERATION_TIMEOUT_SECONDS: "4" } }),
    ways: [["run again; if it happens again, look at the variables in the platform's console", healAndUp]],
  },
  {
    error: "UnexpectedAnswerError",
    when: "the environment has no stage called default",
    prepare: async () => {
      await up(staged(true));
      const { body } = await send("GET", inEnvironment("deploymentStage"));
      const stages: { id: string; name: string }[] = body.results;
      defaultStage = stages.find(({ name }) => name === "default")?.id ?? "";
      expect((await send("PUT", `/deploymentStage/${defaultStage}`, { name: "base" })).status).toBe(200);
    },
    program: () => staged(false),
    ways: [
      ["list the service in another stage, and add that one to `dependsOn` of this one", () => up(staged(false, true))],
      [
        "in the platform's console, name the stage `default`",
        async () => {
          await send("PUT", `/deploymentStage/${defaultStage}`, { name: "default" });
          await up();
        },
      ],
    ],
  },
];

const long = () => ({ arguments: Array.from({ length: 20 }, (_, index) => `--${index}=${"x".repeat(60_000)}`) });
const withStatus =
  (status: number, match: object = createDatabase) =>
  () =>
    fault("other-body", match, { status, body: {} });
const operator = "only the operator can";

const statuses: readonly Responses[] = [
  {
    error: "UnexpectedStatusError",
    when: "the address redirects (301)",
    prepare: serve(301, { location: "https://platform.example.com/" }),
    program: db,
    options: atUrl,
    ways: [["check that APP_PLATFORM_BASE_URL is the URL of the API, without a redirect", upAgain]],
  },
  {
    error: "UnexpectedStatusError",
    when: "the address responds with 418",
    prepare: serve(418, json, "{}"),
    program: db,
    options: atUrl,
    ways: [
      ["check that APP_PLATFORM_BASE_URL is the URL of the API", upAgain],
      ["ask the platform's operator what the status means", operator],
    ],
  },
  {
    error: "UnexpectedStatusError",
    when: "the platform serves only the documented endpoints (405)",
    prepare: existingDatabase("other-body", readDatabase, { status: 405, body: {} }),
    step: "refresh",
    ways: [
      [
        "if your platform serves only the documented endpoints: pulumi config set app-platform:endpoints documented",
        async () => {
          await stack.run("refresh", undefined, documented);
          return documented;
        },
      ],
      ["check that app-platform:baseUrl is the URL of the API;", "it is"],
    ],
  },
  {
    error: "UnexpectedStatusError",
    when: "the request is too large (413)",
    program: () => web(long()),
    ways: [
      ["shorten its longest values, or split it into several resources", () => up(web({ arguments: ["--short"] }))],
      ["ask the operator of the platform, or of the proxy, to raise the limit", operator],
    ],
  },
  {
    error: "UnexpectedStatusError",
    when: "the token is too long (431)",
    program: db,
    options: () => ({ env: { APP_PLATFORM_TOKEN_SCHEME: "token", APP_PLATFORM_TOKEN: "x".repeat(20_000) } }),
    ways: [
      ["use a shorter access token", upAgain],
      ["ask the operator of the platform, or of the proxy, to raise the limit", operator],
    ],
  },
  {
    error: "UnexpectedStatusError",
    when: "an update has several results (207)",
    prepare: async () => {
      await existingDatabase("other-body", updateDatabase, { when: "after", status: 207, body: {} })();
      await forgetRequests(platform);
    },
    program: () => db({ cpu: 750 }),
    ways: [
      [
        "check the object in the platform's console, then run `pulumi refresh`",
        async () => {
          const updates = Object.entries(await requests(platform)).filter(([each]) => each.startsWith("PUT "));
          expect(updates.map(([, count]) => count)).toEqual([1]);
          expect((await send("GET", `/database/${await idOf("db")}`)).body).toMatchObject({ cpu: 750 });
          await healAndRefresh();
        },
      ],
    ],
  },
  ...([412, 428] as const).map(
    (status): Responses => ({
      error: "UnexpectedStatusError",
      when: `the platform requires a condition (${status})`,
      prepare: async () => {
        await up(db());
        await withStatus(status, updateDatabase)();
      },
      program: () => db({ cpu: 750 }),
      ways: [
        [
          "change the object in the platform's console, then run `pulumi refresh`",
          async () => {
            await heal();
            const path = `/database/${await idOf("db")}`;
            const { body } = await send("GET", path);
            expect((await send("PUT", path, { ...body, cpu: 750 })).status).toBe(200);
            await withStatus(status, updateDatabase)();
            await refreshAgain();
          },
        ],
        ["ask the platform's operator to accept requests without a condition", operator],
      ],
    }),
  ),
  ...(
    [
      [402, "check the plan and the invoices of the organization in the platform's console"],
      [423, "unlock it in the platform's console, or wait until whoever locked it is done, then run again"],
      [424, "check what it refers to in the platform's console, then run again"],
      [425, "run again; if it happens again, ask the operator of the load balancer"],
      [511, "log in to the network, for example in a browser, then run again"],
    ] as const
  ).map(
    ([status, says]): Responses => ({
      error: "UnexpectedStatusError",
      when: `the platform responds with ${status} for a while`,
      prepare: withStatus(status),
      program: db,
      options: () => ({ env: { APP_PLATFORM_OPERATION_TIMEOUT_SECONDS: "4" } }),
      ways: [[says, healAndUp]],
    }),
  ),
];

let environmentId = "";

followAdvice("responses", stack, [...tokens, ...refused, ...failing, ...unexpected, ...statuses]);
