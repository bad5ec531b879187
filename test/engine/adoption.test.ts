import { randomUUID } from "node:crypto";
import { Database } from "pulumi-app-platform";
import { beforeAll, describe, expect, test } from "vitest";
import { records } from "../kinds/index.js";
import type { Args } from "../kinds/testRecord.js";
import type { Platform } from "../platform/platform.js";
import { databaseArgs, declare } from "./declare.js";
import { type Existing, heldBy, makeExisting, requiredArgs, type Service, segmentOf, services } from "./existing.js";
import { forgetRequests, requests, writes } from "./journal.js";
import { opened } from "./opened.js";
import type { EndpointSet } from "./outcome.js";
import { sets } from "./sets.js";

/** A program that declares each kind with its required arguments and some more. */
const declaring = (platform: Platform, chosen: readonly Service[], more: (kind: Service) => Args) => () => {
  const required = requiredArgs(platform.ids);
  for (const kind of chosen) declare(kind, kind, { ...required[kind], ...more(kind) }, {});
};

/** The kinds that a set lets a program update while adopting them, and the request that does it. */
const updatesWith = (set: EndpointSet): Partial<Record<Service, string>> =>
  Object.fromEntries(
    services
      .filter((kind) => records[kind].served.update.includes(set))
      .map((kind) => [kind, `PUT /${segmentOf(kind)}/{${segmentOf(kind)}Id} 200`]),
  );

describe.each(sets)("adopting services that exist, with the %s endpoints", (set) => {
  const { platform, stack } = opened({ endpoints: set });

  let existing: Existing;
  const edits = updatesWith(set);
  const adoptable = services.filter((kind) => records[kind].served.read.includes(set));
  const edited = (kind: Service): Args => (edits[kind] === undefined ? {} : { description: "managed now" });
  const adopting = (kind: Service): Args => ({ ...edited(kind), adoptId: existing[kind] });
  const before: Record<string, unknown> = {};

  beforeAll(async () => {
    existing = await makeExisting(platform);
    for (const kind of adoptable) before[kind] = await heldBy(platform, existing[kind], "description");
  });
  test("preview says for each that it adopts the existing one and what it changes, and sends only reads", async () => {
    await forgetRequests(platform);
    const { output, changes } = await stack.run("preview", declaring(platform, adoptable, adopting));
    expect(changes).toEqual({ create: adoptable.length + 1 });
    for (const kind of adoptable) {
      expect(output).toMatch(new RegExp(`${kind} "[a-z]+" adopts the existing resource with id ${existing[kind]}`));
    }
    const said = output.match(/description: "[^"]*" → "managed now"/g) ?? [];
    expect(new Set(said).size).toBe(Object.keys(edits).length);
    if (set === "documented") expect(output).toContain("without changes.");
    expect(await writes(platform)).toEqual([]);
  });

  test("up edits what differs and nothing else: what people set by hand survives, the ids of ports and disks too", async () => {
    await forgetRequests(platform);
    await stack.run("up");
    expect((await writes(platform)).sort()).toEqual(Object.values(edits).sort());
    for (const kind of adoptable) {
      expect((await stack.resource(kind)).id).toBe(existing[kind]);
      expect(await heldBy(platform, existing[kind], "description")).toEqual(before[kind]);
    }
    for (const kind of Object.keys(edits) as Service[]) {
      expect((await heldBy(platform, existing[kind])).description).toBe("managed now");
    }
  });

  test("the argument stays without a difference, and goes without one", async () => {
    await forgetRequests(platform);
    expect((await stack.run("preview")).changes).toEqual({ same: adoptable.length + 1 });
    const without = declaring(platform, adoptable, edited);
    expect((await stack.run("up", without)).changes).toEqual({ same: adoptable.length + 1 });
    expect(await requests(platform)).toEqual({});
  });

  /** What a program may not adopt beside what it has, and what the preview says about it. */
  type Refusal = readonly [why: string, kind: Service, more: () => Promise<Args>, said: string];
  const refusals: readonly Refusal[] = [
    [
      "what another resource of the stack holds",
      "Job",
      async () => ({ name: "second" }),
      'Job "migrate" of this stack already manages it.',
    ],
    ["what does not exist", "Database", async () => ({ name: "none", adoptId: randomUUID() }), "it doesn't exist."],
    [
      "what differs in an argument that cannot be edited",
      "Database",
      async () => ({ name: "invoices", type: "REDIS", adoptId: await makeByHand(platform, "invoices") }),
      'it differs in arguments that can\'t be updated.\n      - type: "MYSQL" → "REDIS"',
    ],
    ...(set === "documented"
      ? ([
          [
            "what cannot be read",
            "TerraformService",
            async () => ({}),
            "the platform's endpoints can't read this kind",
          ],
          [
            "what differs where there is no edit",
            "Container",
            async () => ({ name: "new", adoptId: await makeContainer(platform, "new") }),
            'it differs in arguments that can\'t be updated.\n      - imageName: "nginx" → "library/nginx"',
          ],
        ] satisfies Refusal[])
      : []),
  ];
  test.each(refusals)("%s is refused at preview, naming the resource and its id", async (_, kind, more, said) => {
    const args = { ...requiredArgs(platform.ids)[kind], adoptId: existing[kind], ...(await more()) };
    await forgetRequests(platform);
    const output = await stack.fails("preview", () => {
      declaring(platform, adoptable, edited)();
      declare(kind, "refused", args, {});
    });
    expect(output).toContain("AP2006");
    expect(output).toContain(`with id ${args.adoptId}`);
    expect(output).toContain(said);
    expect(await writes(platform)).toEqual([]);
  });
});

const makeByHand = async ({ request, ids }: Platform, name: string): Promise<string> => {
  const body = { name, type: "MYSQL", version: "8.4", mode: "CONTAINER", description: "by hand" };
  return (await request("POST", `/environment/${ids.environment}/database`, { body })).body.id;
};

const makeContainer = async ({ request, ids }: Platform, name: string): Promise<string> => {
  const body = { name, registry_id: ids.registries.DOCKER_HUB, image_name: "nginx", tag: "1.27", healthchecks: {} };
  return (await request("POST", `/environment/${ids.environment}/container`, { body })).body.id;
};

describe("a create that meets its own name", () => {
  const { platform, stack } = opened();

  let existing: string;
  const program = () =>
    void new Database("db", databaseArgs(platform, { name: "Orders", type: "MYSQL", version: "8.4", cpu: 500 }));

  beforeAll(async () => {
    existing = await makeByHand(platform, "orders");
  });
  const adoptAll = { env: { APP_PLATFORM_ON_EXISTING: "adopt" } };

  test("shows at preview what it adopts and changes if app-platform:onExisting is adopt, with one list request per place", async () => {
    await forgetRequests(platform);
    const withOthers = () => {
      program();
      for (const name of ["one", "two", "three"]) new Database(name, databaseArgs(platform));
    };
    const { output } = await stack.run("preview", withOthers, adoptAll);
    expect(output).toContain(
      `Database "Orders" adopts the existing resource with id ${existing}, since its name is taken, and changes cpu: `,
    );
    expect(output.match(/adopts the existing/g)).toHaveLength(output.match(/adopts the existing.*cpu/g)?.length ?? 0);
    expect(await writes(platform)).toEqual([]);
    expect(await requests(platform)).toMatchObject({ "GET /environment/{environmentId}/database 200": 1 });
    expect((await stack.run("preview", withOthers)).output).not.toContain("adopts the existing");
  });

  test("adopts the existing one if app-platform:onExisting is adopt, says what it changed, and keeps what it does not manage", async () => {
    const { output } = await stack.run("up", program, adoptAll);
    expect(output).toMatch(
      new RegExp(`Database "Orders" adopted the existing resource with id ${existing}, .* and changed cpu: .* → 500`),
    );
    expect((await stack.resource("db")).id).toBe(existing);
    expect(await heldBy(platform, existing)).toMatchObject({ cpu: 500, description: "by hand" });
    const later = await stack.run("preview", program, adoptAll);
    expect(later.changes).toEqual({ same: 2 });
    expect(later.output).not.toContain("adopt");
  });
});
