/**
 * Advice of errors about names, and about which resource is meant.
 * Codes: AP1205, AP1206, AP2002, AP2006, AP2010, AP3004.
 * Titles are built from the rows: "advice of <code> (<class>) if <when> › leads to a run that succeeds: <advice>".
 */
import { Cluster, Container, Database, getDatabase, Variable } from "pulumi-app-platform";
import { expect, onTestFinished } from "vitest";
import { bodies } from "../../platform/support/bodies.js";
import { openedPlatform } from "../../platform/support/opened.js";
import { containerArgs, databaseArgs } from "../support/declare.js";
import { openStack } from "../support/stack.js";
import type { Program, StepOptions, TestStack } from "../support/test-stack.js";
import { both, documented, followAdvice, mysql, openAdvice, sameElsewhere } from "./support.js";

const { platform, stack, up, upAgain, idOf, isThere, create, createTheirs, send, existing, db, terraform } = openAdvice(
  { connections: sameElsewhere },
);

const other = openedPlatform({ endpoints: "extended" });
const elsewhere = (): StepOptions => ({
  env: { APP_PLATFORM_BASE_URL: other.url, APP_PLATFORM_TOKEN: other.tokens.admin },
});

let [adoptId, clusterId] = ["", ""];
let neighbor: TestStack;
const extended = { env: { APP_PLATFORM_ENDPOINTS: "extended" } };

const terraformBody = () => ({ ...bodies.terraform.minimal(platform.ids), name: "network" });
const cluster =
  (args: object): Program =>
  () => {
    const { organization: organizationId } = platform.ids;
    const place = { organizationId, region: "eu-west-3", cloudProvider: "AWS" } as const;
    new Cluster("main", { ...place, name: "shared", ...args });
  };
const webWith =
  (variables: Record<string, string>, level?: object): Program =>
  () => {
    const web = new Container("web", containerArgs(platform, { variables }));
    if (level !== undefined) new Variable("level", { on: web, key: "LEVEL", value: "debug", ...level });
  };
const deleteCluster = () => send("DELETE", `/organization/${platform.ids.organization}/cluster/${clusterId}`);

followAdvice("names", stack, [
  {
    error: "NameTakenError",
    when: "somebody else has the name",
    prepare: createTheirs,
    program: db,
    ways: [
      ["choose another `name`", () => up(db({ name: "mine" }))],
      ["set adoptId", async () => up(db({ adoptId: await existing() }))],
      ["aliases", "this resource was never renamed"],
      [
        "delete or rename the existing resource",
        async () => {
          await platform.request("DELETE", `/database/${await existing()}`);
          await upAgain();
        },
      ],
      ["if another stack manages it", "no other stack does"],
    ],
  },
  {
    error: "NameTakenError",
    when: "another stack manages the resource with the name",
    prepare: async () => {
      const opened = await openStack(platform, extended);
      onTestFinished(() => opened.close());
      await opened.run("up", db());
      neighbor = opened;
    },
    program: db,
    ways: [
      [
        "choose another `name`; if several stacks use this program, include the stack's name",
        () => up(db({ name: `orders-${stack.name}` })),
      ],
      ["set adoptId", "the other stack manages it"],
      ["aliases", "this resource was never renamed"],
      ["delete or rename the existing resource", "the other stack manages it"],
      [
        "if another stack manages it, refer to it with a stack reference or a lookup, or destroy that stack if you no longer need it",
        async () => {
          const { environment: environmentId } = platform.ids;
          await up(async () => void (await getDatabase({ environmentId, name: "orders" })));
          await neighbor.run("destroy");
          await up(db());
        },
      ],
    ],
  },
  {
    error: "NameTakenError",
    when: "the endpoints can't list the kind",
    prepare: () => create(`/environment/${platform.ids.environment}/terraform`, terraformBody()),
    program: () => terraform({}),
    options: () => documented,
    ways: [
      ["choose another `name`", () => up(terraform({ name: "mine" }), documented)],
      [
        "to adopt the existing resource, use the extended endpoints, if your platform serves them, which show its ID",
        async () => {
          const [, id = ""] = /adoptId: "(.*?)"/.exec(await stack.fails("up")) ?? [];
          await up(terraform({ adoptId: id }));
          expect(await idOf("network")).toBe(id);
        },
      ],
      ["aliases", "this resource was never renamed"],
      [
        "delete or rename the existing resource",
        async () => {
          const { body } = await send("GET", `/environment/${platform.ids.environment}/terraform`);
          await send("DELETE", `/terraform/${body.results[0].id}`);
          return up(undefined, documented);
        },
      ],
      ["if another stack manages it", "no other stack does"],
    ],
  },
  {
    error: "NameTakenError",
    when: "another cluster has the name",
    prepare: async () => {
      const { organization: organizationId } = platform.ids;
      const body = { name: "shared", region: "eu-west-3", cloud_provider: "AWS" };
      clusterId = await create(`/organization/${organizationId}/cluster`, body);
    },
    program: () => cluster({}),
    ways: [
      ["choose another `name`", () => up(cluster({ name: "mine" }))],
      [
        "if a run of this stack created it and was killed, run `pulumi up` with APP_PLATFORM_ON_EXISTING=adopt",
        async () => {
          await up(cluster({}), { env: { APP_PLATFORM_ON_EXISTING: "adopt" } });
          expect(await idOf("main")).toBe(clusterId);
        },
      ],
      [
        "if it's somebody else's, set clusterId: ",
        async () => {
          await up(cluster({ clusterId }));
          expect(await idOf("main")).toBe(clusterId);
        },
      ],
      ["aliases", "this resource was never renamed"],
      ["delete or rename the existing resource", () => deleteCluster().then(() => up())],
      ["if another stack manages it", "no other stack does"],
    ],
  },
  {
    error: "NameTakenError",
    when: "the resource was renamed in the program",
    prepare: () => up(db()),
    program: () => db({}, {}, "renamed"),
    ways: [
      ["choose another `name`", () => up(db({ name: "mine" }, {}, "renamed"))],
      [
        "set adoptId",
        async () => {
          const adoptId = await idOf("db");
          await up(db({ adoptId }, {}, "renamed"));
          expect(await idOf("renamed")).toBe(adoptId);
        },
      ],
      ["aliases", () => up(db({}, { aliases: [{ name: "db" }] }, "renamed"))],
      [
        "delete or rename the existing resource",
        async () => {
          await platform.request("DELETE", `/database/${await idOf("db")}`);
          await upAgain();
        },
      ],
      ["if another stack manages it", "no other stack does"],
    ],
  },
  {
    error: "NameTakenError",
    when: "`replaceOnChanges` replaces the resource under the same name",
    prepare: () => up(db({ cpu: 500 })),
    program: () => db({ cpu: 750 }, { replaceOnChanges: ["cpu"] }),
    ways: [
      [
        "deleteBeforeReplace: true",
        () => up(db({ cpu: 750 }, { replaceOnChanges: ["cpu"], deleteBeforeReplace: true })),
      ],
      ["choose another `name`", () => up(db({ cpu: 750, name: "mine" }, { replaceOnChanges: ["cpu"] }))],
    ],
  },
  {
    error: "NameTakenError",
    when: "the resource gets another connection to the same platform",
    prepare: () => up(db()),
    program: () => db({ connection: "prod" }),
    ways: [
      [
        "Set adoptId",
        async () => {
          const id = await idOf("db");
          await up(db({ connection: "prod", adoptId: id }));
          expect(await idOf("db")).toBe(id);
        },
      ],
      ["undo the change of `connection`", () => up(db())],
      ["choose another `name`", () => up(db({ connection: "prod", name: "mine" }))],
    ],
  },
  {
    error: "NameTakenError",
    when: "another resource of the stack has the name, through another connection",
    prepare: () => up(db()),
    program: () => both(db(), db({ connection: "prod" }, {}, "again")),
    ways: [
      ["remove one of the two", () => up(db())],
      ["aliases", "this resource was never renamed"],
      ["choose another `name`", () => up(both(db(), db({ connection: "prod", name: "mine" }, {}, "again")))],
    ],
  },
  {
    error: "ReplacementNameTakenError",
    when: "the endpoints can't delete the old resource",
    prepare: () => up(db(), documented),
    program: () => db(mysql),
    options: () => documented,
    ways: [
      ["change `name` too", () => up(db({ ...mysql, name: "mine" }), documented)],
      ["use the extended endpoints", upAgain],
      ["undo the change", () => up(db(), documented)],
    ],
  },
  {
    error: "ReplacementNameTakenError",
    when: "the old resource has `retainOnDelete`",
    prepare: () => up(db({}, { retainOnDelete: true })),
    program: () => db(mysql, { retainOnDelete: true }),
    ways: [
      ["change `name` too", () => up(db({ ...mysql, name: "mine" }, { retainOnDelete: true }))],
      ["undo the change", () => up(db({}, { retainOnDelete: true }))],
      [
        "remove the option and run `pulumi up`",
        async () => {
          await up(db());
          await up(db(mysql));
        },
      ],
    ],
  },
  {
    error: "ReplacementNameTakenError",
    when: "another resource of the stack also manages the old object",
    prepare: async () => {
      await up(db());
      const adoptId = await idOf("db");
      const { urn } = { urn: (await stack.resource("db")).urn.replace(/::db$/, "::again") };
      await up(db({ adoptId }, {}, "again"), { target: [urn] });
    },
    program: () => both(db(mysql, {}, "again")),
    ways: [
      [
        "remove one of the two from the program",
        async () => {
          await up(db({}, {}, "again"));
          await up(db(mysql, {}, "again"));
        },
      ],
      ["change `name` too", () => up(db({ ...mysql, name: "mine" }, {}, "again"))],
    ],
  },
  {
    error: "ReplacementNameTakenError",
    when: "an earlier run has replaced the resource and failed",
    prepare: async () => {
      await up(db());
      const failing: Program = () => {
        const database = new Database("db", databaseArgs(platform, { ...mysql, name: "other" }));
        const registryId = "00000000-0000-4000-8000-000000000000";
        new Container("failing", containerArgs(platform, { registryId }), { dependsOn: database });
      };
      await stack.fails("up", failing);
    },
    program: () => db(mysql),
    ways: [
      [
        "set another `name` and run `pulumi up`",
        async () => {
          await up(db({ ...mysql, name: "third" }));
          await up(db(mysql));
        },
      ],
      [
        "undo all changes",
        async () => {
          const id = (await stack.resources()).find((each) => (each as { delete?: boolean }).delete)?.id;
          await up(db());
          expect(await idOf("db")).toBe(id);
        },
      ],
    ],
  },
  {
    error: "SeenElsewhereError",
    when: "the refresh reaches another platform",
    prepare: async () => {
      await other.request("POST", "/_local/reset");
      await up(db());
    },
    step: "refresh",
    options: elsewhere,
    ways: [
      [
        "set APP_PLATFORM_BASE_URL",
        async () => {
          await stack.run("refresh");
        },
      ],
      [
        "run `pulumi refresh` with APP_PLATFORM_MOVED_FROM",
        async () => {
          const env = { ...elsewhere().env, APP_PLATFORM_MOVED_FROM: new URL(platform.url).host };
          await stack.run("refresh", undefined, { env });
          await up(db(), elsewhere());
          expect(await isThere(`/database/${await existing()}`)).toBe(true);
        },
      ],
    ],
  },
  {
    error: "DuplicateNameError",
    when: "two resources have the same name",
    step: "preview",
    program: () => both(db(), db({}, {}, "again")),
    ways: [
      ["declare it once", () => up(db())],
      ["change the `name` of one of them", () => up(both(db(), db({ name: "mine" }, {}, "again")))],
    ],
  },
  {
    error: "NameTakenOverError",
    when: "a new resource takes the former name of a renamed one",
    prepare: () => up(db()),
    program: () => both(db({ name: "archive" }), db({}, {}, "newcomer")),
    ways: [
      [
        "set a temporary `name`",
        async () => {
          await up(db({ name: "archive" }));
          await up(both(db({ name: "archive" }), db({}, {}, "newcomer")));
        },
      ],
      ["choose another `name`", () => up(both(db({ name: "archive" }), db({ name: "mine" }, {}, "newcomer")))],
    ],
  },
  {
    error: "AdoptionError",
    when: "the existing resource differs in an argument that can't be updated",
    prepare: async () => {
      adoptId = await createTheirs();
    },
    program: () => db({ ...mysql, adoptId }),
    ways: [
      ["set its current values", () => up(db({ adoptId }))],
      ["omit the arguments", "the ones that differ are required"],
    ],
  },
  {
    error: "AdoptionError",
    when: "no resource has the ID in `adoptId`",
    program: () => db({ adoptId: "20000000-0000-4000-8000-000000000001" }),
    ways: [["check the ID", async () => up(db({ adoptId: await createTheirs() }))]],
  },
  {
    error: "AdoptionError",
    when: "the resource already manages another object",
    prepare: async () => {
      await up(db({ name: "own" }));
      adoptId = await createTheirs();
    },
    program: () => db({ adoptId }),
    ways: [
      ["remove `adoptId`", () => up(db({ name: "own" }))],
      ["declare another resource", async () => up(both(db({ name: "own" }), db({ adoptId }, {}, "second")))],
      [
        "to manage the other one instead and leave",
        async () => {
          const own = await idOf("db");
          await stack.forget("db");
          await up();
          expect([await idOf("db"), await isThere(`/database/${own}`)]).toEqual([adoptId, true]);
        },
      ],
    ],
  },
  {
    error: "AdoptionError",
    when: "another resource of the stack manages the object in `adoptId`",
    prepare: async () => {
      await up(db());
      adoptId = await idOf("db");
    },
    program: () => both(db(), db({ adoptId, name: "mine" }, {}, "again")),
    ways: [
      ["declare it once", () => up(db({ adoptId, name: "mine" }, {}, "again"))],
      [
        "remove the other resource from the program and the state",
        async () => {
          await stack.forget("db");
          await up(db({ adoptId, name: "mine" }, {}, "again"));
        },
      ],
      ["remove `adoptId`", () => up(both(db(), db({ name: "mine" }, {}, "again")))],
    ],
  },
  {
    error: "AdoptionError",
    when: "an argument replaces the adopted resource",
    prepare: async () => {
      adoptId = await createTheirs();
      await up(db({ adoptId }));
    },
    program: () => db({ ...mysql, adoptId }),
    ways: [
      ["remove `adoptId`", () => up(db(mysql))],
      ["undo the change", () => up(db({ adoptId }))],
    ],
  },
  {
    error: "AdoptionError",
    when: "the endpoints can't read the kind",
    prepare: async () => {
      adoptId = await create(`/environment/${platform.ids.environment}/terraform`, terraformBody());
    },
    program: () => terraform({ adoptId }),
    options: () => documented,
    ways: [["use the extended endpoints", () => up()]],
  },
  {
    error: "AdoptionError",
    when: "an update of the same run deletes the variable in `adoptId` first",
    prepare: async () => {
      await up(webWith({ LEVEL: "info" }));
      const { body } = await send("GET", `/variable?parent_id=${await idOf("web")}&scope=CONTAINER`);
      adoptId = (body.results as { id: string; key: string }[]).find(({ key }) => key === "LEVEL")?.id ?? "";
    },
    step: "preview",
    program: () => webWith({}, { adoptId }),
    ways: [["remove `adoptId`: a new one is created, with the value in the program", () => up(webWith({}, {}))]],
  },
]);
