/**
 * Advice of errors of requests without a usable response.
 * Codes: AP3101, AP3102, AP3104, AP4002.
 * Titles are built from the rows: "advice of <code> (<class>) if <when> › leads to a run that succeeds: <advice>".
 */
import { createServer } from "node:http";
import { Cluster } from "pulumi-app-platform";
import { expect } from "vitest";
import { portOf } from "../../support/listening.js";
import type { Program } from "../support/test-stack.js";
import { forward, respondWith, serverThat } from "./servers.js";
import { documented, followAdvice, openAdvice } from "./support.js";

const world = openAdvice();
const { platform, stack, up, upAgain, refreshAgain, healAndUp, healAndRefresh } = world;
const { idOf, db, fault, heal, send, inEnvironment, terraform, release } = world;

let url = "";
let isDown = true;
/** The way to the platform breaks until it's up again. */
const serveDown = async () => {
  isDown = true;
  const pass = forward(platform.url);
  url = await serverThat((request, response) => (isDown ? void request.socket.destroy() : pass(request, response)));
};
const at = (baseUrl: string) => ({
  env: { APP_PLATFORM_BASE_URL: baseUrl, APP_PLATFORM_OPERATION_TIMEOUT_SECONDS: "4" },
});

const briefly = { env: { APP_PLATFORM_OPERATION_TIMEOUT_SECONDS: "4" } };
const brieflyDocumented = { env: { ...documented.env, ...briefly.env } };
const slow = { env: { APP_PLATFORM_REQUEST_TIMEOUT_SECONDS: "2", ...briefly.env } };
const patient = { env: { APP_PLATFORM_REQUEST_TIMEOUT_SECONDS: "60", APP_PLATFORM_OPERATION_TIMEOUT_SECONDS: "120" } };
const readDatabase = { method: "GET", route: "/database/{databaseId}" };

const terraforms = async (): Promise<{ id: string }[]> => (await send("GET", inEnvironment("terraform"))).body.results;
const createTerraform = { method: "POST", route: "/environment/{environmentId}/terraform" };
const cluster: Program = () => {
  const { organization: organizationId, cluster: clusterId } = platform.ids;
  const place = { organizationId, clusterId, name: "main", region: "eu-west-3", cloudProvider: "AWS" } as const;
  new Cluster("main", { ...place, maxRunningNodes: 5, acceptDefaults: true });
};
const deploy = { method: "POST", route: "/environment/{environmentId}/service/deploy" };

followAdvice("connections", stack, [
  {
    error: "UnreachableError",
    when: "nothing listens at the address",
    prepare: async () => {
      const server = createServer();
      url = `http://127.0.0.1:${await portOf(server)}`;
      await new Promise((resolve) => server.close(resolve));
    },
    program: () => db(),
    options: () => at(url),
    ways: [["check that the platform is running and that APP_PLATFORM_BASE_URL", upAgain]],
  },
  {
    error: "UnreachableError",
    when: "the platform is down for a while",
    prepare: async () => {
      await up(db());
      await serveDown();
    },
    step: "refresh",
    options: () => at(url),
    ways: [
      [
        "check that the platform is running and that APP_PLATFORM_BASE_URL",
        async () => {
          isDown = false;
          const { env } = at(url);
          await stack.run("refresh", undefined, { env });
          return { env };
        },
      ],
    ],
  },
  {
    error: "UnreachableError",
    when: "the address says https and the server speaks http",
    program: () => db(),
    options: () => at(platform.url.replace("http:", "https:")),
    ways: [["check that APP_PLATFORM_BASE_URL has the host and port of the API", upAgain]],
  },
  {
    error: "TimedOutError",
    when: "the platform doesn't respond for a while",
    prepare: async () => {
      await up(db());
      await fault("no-answer", readDatabase);
    },
    step: "refresh",
    options: () => slow,
    ways: [["run again; if the platform is slow, raise APP_PLATFORM_REQUEST_TIMEOUT_SECONDS", healAndRefresh]],
  },
  {
    error: "TimedOutError",
    when: "the platform is slow",
    prepare: async () => {
      await up(db());
      await fault("delay", readDatabase, { milliseconds: 2_500 });
    },
    step: "refresh",
    options: () => slow,
    ways: [
      [
        "raise APP_PLATFORM_REQUEST_TIMEOUT_SECONDS, and the limit of the whole operation (APP_PLATFORM_OPERATION_TIMEOUT_SECONDS",
        async () => {
          await stack.run("refresh", undefined, patient);
        },
      ],
    ],
  },
  {
    error: "AnswerTooLargeError",
    when: "the address is that of another server",
    prepare: async () => {
      await up(db());
      url = await serverThat(respondWith(200, { "x-large": "x".repeat(70_000) }));
    },
    step: "refresh",
    options: () => at(url),
    ways: [["check that APP_PLATFORM_BASE_URL is the URL of the API", refreshAgain]],
  },
  {
    error: "OutcomeUnknownError",
    when: "the create was carried out and its response lost",
    prepare: () => fault("reset", createTerraform, { when: "after" }),
    program: () => terraform(),
    options: () => brieflyDocumented,
    ways: [
      [
        "look for it in the platform's console; if it exists, adopt it (set `adoptId` to its ID",
        async () => {
          await heal();
          const [{ id = "" } = {}] = await terraforms();
          await up(terraform({ adoptId: id }));
          expect(await idOf("network")).toBe(id);
          expect(await terraforms()).toHaveLength(1);
        },
      ],
      ["if it doesn't exist, run `pulumi up` again", "it exists"],
    ],
  },
  {
    error: "OutcomeUnknownError",
    when: "the request of the create was lost",
    prepare: () => fault("reset", createTerraform),
    program: () => terraform(),
    options: () => brieflyDocumented,
    ways: [
      ["look for it in the platform's console", "it doesn't exist"],
      ["if it doesn't exist, run `pulumi up` again", () => healAndUp(documented)],
    ],
  },
  {
    error: "OutcomeUnknownError",
    when: "settings were saved and the response was lost",
    prepare: () => fault("reset", { method: "PUT" }, { when: "after" }),
    program: () => cluster,
    options: () => brieflyDocumented,
    ways: [
      ["run `pulumi up` again: it saves the same settings again and duplicates nothing", () => healAndUp(documented)],
      ["if you no longer want it, look for it in the platform's console", "it's wanted"],
    ],
  },
  {
    error: "OutcomeUnknownError",
    when: "the request for a deployment was lost",
    prepare: () => fault("reset", deploy),
    program: () => release,
    options: () => brieflyDocumented,
    ways: [
      [
        "check the environment's deployments in the platform's console; if it didn't run, run `pulumi up` again",
        () => healAndUp(documented),
      ],
      [
        "use the extended endpoints",
        async () => {
          await fault("reset", deploy, { when: "after", times: 1 });
          await up();
        },
      ],
    ],
  },
]);
