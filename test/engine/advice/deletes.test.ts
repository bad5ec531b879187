/**
 * Advice of errors of deletes.
 * Codes: AP2003, AP2009, AP2012, AP2014, AP2016, AP5003.
 * Titles are built from the rows: "advice of <code> (<class>) if <when> › leads to a run that succeeds: <advice>".
 */
import type * as pulumi from "@pulumi/pulumi";
import { ArgoCdConfig, Container, ContainerRegistry, Environment } from "pulumi-app-platform";
import { expect } from "vitest";
import { containerArgs } from "../support/declare.js";
import type { Program } from "../support/test-stack.js";
import { both, documented, followAdvice, nothing, openAdvice } from "./support.js";

const { platform, stack, up, upAgain, idOf, isThere, create, db, fault, heal, healAndUp, healAndRefresh, send } =
  openAdvice();

const everything = { env: { APP_PLATFORM_ON_DELETE: "everything" } };
const staging =
  (args: object = {}, options?: pulumi.CustomResourceOptions): Program =>
  () =>
    void new Environment("staging", { projectId: platform.ids.project, name: "staging", ...args }, options);
/** With this in the program, the dynamic provider is called before anything is deleted. */
const other: Program = () => void new Environment("neutral", { projectId: platform.ids.project });
const inStaging = async () => {
  const place = { variable_scope: "ENVIRONMENT", variable_parent_id: await idOf("staging") };
  return create("/variable", { key: "TEAM", value: "shop", is_secret: false, ...place });
};
const kept = async (before: Program, after: Program, path: () => Promise<string>) => {
  const there = await path();
  await up(before);
  await up(after);
  expect(await isThere(there)).toBe(true);
};
const ofStaging = async () => `/environment/${await idOf("staging")}`;
const byIds = (options?: pulumi.CustomResourceOptions) => async () => {
  await up(staging());
  const environmentId = await idOf("staging");
  const web: Program = () => void new Container("web", containerArgs(platform, { environmentId }), options);
  await up(both(staging(), web));
  return web;
};
let web: Program = nothing;
const prepareWeb = (options?: pulumi.CustomResourceOptions) => async () => {
  web = await byIds(options)();
};
const webIn =
  (args: object = {}, options?: pulumi.CustomResourceOptions): Program =>
  () => {
    const place = { projectId: platform.ids.project, name: "staging" };
    const environment = new Environment("staging", { ...place, ...args }, options);
    new Container("web", containerArgs(platform, { environmentId: environment.id }));
  };

const upThenNothing = async () => {
  await up(webIn());
  await up(nothing);
};
const expectDatabase = async (isKept: boolean) => {
  expect(await isThere(`/database/${databaseId}`)).toBe(isKept);
};

let [registryId, databaseId] = ["", ""];
const adopter = () => db({ adoptId: databaseId, cpu: 750 }, {}, "adopter");
const gitops: Program = () => {
  const { cluster: clusterId } = platform.ids;
  new ArgoCdConfig("gitops", { clusterId, argocdUrl: "https://argocd.example.com", argocdToken: "t0ken" });
};
const registryArgs = () =>
  ({
    organizationId: platform.ids.organization,
    name: "images",
    kind: "PUBLIC_ECR",
    url: "https://public.ecr.aws",
    config: {},
  }) as const;
const registry =
  (options?: pulumi.CustomResourceOptions): Program =>
  () =>
    void new ContainerRegistry("images", registryArgs(), options);
const registryPath = () => `/organization/${platform.ids.organization}/containerRegistry/${registryId}`;
const image = (): Program => () => void new Container("web", containerArgs(platform, { registryId }));

followAdvice("deletes", stack, [
  {
    error: "NotEmptyError",
    when: "the environment contains a variable that the stack doesn't manage",
    prepare: async () => {
      await up(both(staging(), other));
      await inStaging();
    },
    program: () => other,
    ways: [
      [
        "delete it first",
        async () => {
          const { body } = await platform.request(
            "GET",
            `/variable?parent_id=${await idOf("staging")}&scope=ENVIRONMENT`,
          );
          const own = (body.results as { id: string; key: string }[]).find(({ key }) => key === "TEAM");
          await platform.request("DELETE", `/variable/${own?.id}`);
          await upAgain();
        },
      ],
      [
        "to delete it too, run `pulumi refresh`",
        async () => {
          await stack.run("refresh");
          await up(undefined, everything);
        },
      ],
      ["retainOnDelete", () => kept(both(staging({}, { retainOnDelete: true }), other), other, ofStaging)],
    ],
  },
  {
    error: "NotEmptyError",
    when: "the program declares a container of the environment by its ID",
    prepare: prepareWeb(),
    program: () => web,
    ways: [
      ["remove it from the program, or refer to it by its resource", () => up(webIn())],
      ["retainOnDelete", () => kept(both(staging({}, { retainOnDelete: true }), web), web, ofStaging)],
    ],
  },
  {
    error: "NotEmptyError",
    when: "the same run deletes a container of the environment",
    prepare: prepareWeb(),
    program: () => nothing,
    ways: [
      ["run again", upAgain],
      ["add the resource that contains it to its `dependsOn`", upThenNothing],
      ["retainOnDelete", () => kept(webIn({}, { retainOnDelete: true }), nothing, ofStaging)],
    ],
  },
  {
    error: "NotEmptyError",
    when: "the environment contains a protected container",
    prepare: prepareWeb({ protect: true }),
    program: () => web,
    ways: [
      ["unprotect it", upThenNothing],
      ["retainOnDelete", () => kept(both(staging({}, { retainOnDelete: true }), web), web, ofStaging)],
    ],
  },
  {
    error: "NotEmptyError",
    when: "the environment contains a container with `retainOnDelete`",
    prepare: prepareWeb({ retainOnDelete: true }),
    program: () => web,
    ways: [
      ["move it elsewhere, or remove the option", upThenNothing],
      ["retainOnDelete", () => kept(both(staging({}, { retainOnDelete: true }), web), web, ofStaging)],
    ],
  },
  {
    error: "InUseError",
    when: "a service names a registry by its ID",
    prepare: async () => {
      await up(registry());
      registryId = await idOf("images");
      await up(both(registry(), image()));
    },
    program: () => image(),
    ways: [
      [
        "delete these services, or let them use another one",
        async () => {
          const other: Program = () => void new Container("web", containerArgs(platform));
          await up(both(registry(), other));
          await up(other);
        },
      ],
      [
        "pass the resource or its output `id`",
        () =>
          up(() => {
            const { id } = new ContainerRegistry("images", registryArgs());
            new Container("web", containerArgs(platform, { registryId: id }));
          }),
      ],
      [
        "retainOnDelete",
        () => kept(both(registry({ retainOnDelete: true }), image()), image(), async () => registryPath()),
      ],
    ],
  },
  {
    error: "DeleteRefusedError",
    when: "the endpoints can't delete the kind",
    prepare: () => up(db(), documented),
    program: () => nothing,
    options: () => ({ env: { ...documented.env, APP_PLATFORM_ON_DELETE: "fail" } }),
    ways: [
      [
        "leave it on the platform, set APP_PLATFORM_ON_DELETE=warn in the environment",
        () => up(nothing, { env: { ...documented.env, APP_PLATFORM_ON_DELETE: "warn" } }),
      ],
      ["use the extended endpoints", upAgain],
      [
        "retainOnDelete",
        () => kept(db({}, { retainOnDelete: true }), nothing, async () => `/database/${await idOf("db")}`),
      ],
    ],
  },
  {
    error: "OwnersUnknownError",
    when: "the adoption by another resource failed",
    prepare: async () => {
      await up(db());
      databaseId = await idOf("db");
      await fault("403", { method: "PUT", route: "/database/{databaseId}" });
    },
    program: () => adopter(),
    options: () => ({ continueOnError: true }),
    ways: [
      [
        "run `pulumi up` again when it can be adopted: then it stays",
        () => healAndUp().then(() => expectDatabase(true)),
      ],
      [
        "if it's to be deleted, remove the resource that adopts it from the program, or its `adoptId`",
        async () => {
          await heal();
          await up(nothing);
          await expectDatabase(false);
        },
      ],
    ],
  },
  {
    error: "NotConfirmedGoneError",
    when: "the cluster of an ArgoCdConfig isn't found",
    prepare: async () => {
      await up(gitops);
      const route = "/cluster/{clusterId}/argoCdConfig";
      await send("PUT", "/_local/faults", {
        rules: ["GET", "POST"].map((method) => ({ match: { method, route }, fault: "404" })),
      });
    },
    step: "refresh",
    ways: [
      ["check the base URL and that the cluster still exists", healAndRefresh],
      [
        "if the cluster is gone, remove the settings from the state (pulumi state delete)",
        async () => {
          await stack.forget("gitops");
          await stack.run("refresh", nothing);
        },
      ],
    ],
  },
  {
    error: "StillThereError",
    when: "the platform accepts a delete and doesn't carry it out",
    prepare: async () => {
      await up(db({}, { customTimeouts: { delete: "4s" } }));
      databaseId = await idOf("db");
      await fault("empty-body", { method: "DELETE" }, { status: 204 });
    },
    program: () => nothing,
    ways: [
      ["check it in the platform's console, then run again", () => healAndUp().then(() => expectDatabase(false))],
      ["remove it from the state: pulumi state delete", () => stack.forget("db")],
    ],
  },
  {
    error: "StillThereError",
    when: "the platform responds with 404 to the delete of an existing resource",
    prepare: async () => {
      await up(db());
      databaseId = await idOf("db");
      await fault("404", { method: "DELETE" });
    },
    program: () => nothing,
    options: () => ({ env: { APP_PLATFORM_OPERATION_TIMEOUT_SECONDS: "4" } }),
    ways: [
      [
        "check in the platform's console whether it exists, and whether the token may delete it",
        () => healAndUp().then(() => expectDatabase(false)),
      ],
      [
        "if it doesn't exist, run again later: the platform's lists may be outdated",
        async () => {
          await heal();
          await send("DELETE", `/database/${databaseId}`);
          await up();
        },
      ],
    ],
  },
]);
