/** Connections that lead to the same platform: what the stack holds through one is never deleted through another. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newClaims } from "../../../provider/claims/claims.js";
import { newHolders, type StackResource } from "../../../provider/claims/holders.js";
import { DECLARED } from "../../../provider/dynamic/properties.js";
import { resourceProviderOf } from "../../../provider/dynamic/resourceProvider.js";
import type { Values } from "../../../provider/schema/json.js";
import { type Platform as Backend, startPlatform } from "../../platform/platform.js";
import { type Circumstances, connected, definitionOf, failureOf, PROVIDER_TEXT } from "../../unit/pretend-platform.js";
import { writes } from "../journal.js";

let backend: Backend;
beforeAll(async () => {
  backend = await startPlatform({ endpoints: "extended" });
});
beforeEach(async () => {
  await backend.request("POST", "/_local/reset");
});
afterAll(() => backend.stop());

interface Declared {
  readonly name: string;
  readonly kind: string;
  readonly args: Values;
}

type Kept = StackResource & { readonly inputs: Values };

const urnOf = ({ name, kind }: Declared) => `urn:pulumi:dev::shop::pulumi-nodejs:dynamic/app-platform:${kind}::${name}`;
const withText = (values: Values): Values => ({ ...values, __provider: PROVIDER_TEXT });

/**
 * One stack, with the steps of Pulumi's engine one by one. The connection `prod` spells the address of the platform differently.
 *
 * @param skips Whether the exported state lacks what the run creates.
 */
function stackOf(skips: boolean, circumstances: Circumstances = {}) {
  let state: Kept[] = [];
  /** A run: one process of the plugin. */
  const run = () => {
    const before = [...state];
    const claims = newClaims(newHolders(async () => (skips ? before : state)));
    const settings = {
      endpoints: "extended",
      ...circumstances,
      claims,
      environment: { APP_PLATFORM_TOKEN: backend.tokens.admin },
    } as const;
    const own = connected(backend.url, settings);
    const prod = connected(backend.url.replace("127.0.0.1", "localhost"), settings);
    const of = (kind: string) =>
      resourceProviderOf(
        definitionOf(kind),
        (connection) => (connection === "prod" ? prod.platform : own.platform),
        own,
      );
    const check = async (declared: Declared, old?: Kept) => {
      const given = withText({ ...declared.args, [DECLARED]: urnOf(declared) });
      const result = await of(declared.kind).check?.(old?.inputs ?? {}, given);
      const [failure] = result?.failures ?? [];
      if (failure !== undefined) throw new Error(failure.reason);
      return withText(result?.inputs as Values);
    };
    const oldOf = (declared: Declared) => state.find(({ urn }) => urn === urnOf(declared));
    const create = async (declared: Declared, inputs: Values): Promise<Kept> => {
      const { id, outs } = await of(declared.kind).create(inputs);
      const kept = { urn: urnOf(declared), kind: declared.kind, id, values: withText(outs as Values), inputs };
      state = [...state, kept];
      return kept;
    };
    const remove = async (kept: Kept) => {
      await of(kept.kind).delete?.(kept.id, kept.values);
      state = state.filter((each) => each !== kept);
    };
    /** Checks and compares, then creates before it deletes, unless the plan or the program wants it the other way round. */
    const up = async (declared: Declared, deletesFirst = false) => {
      const old = oldOf(declared);
      const inputs = await check(declared, old);
      if (old === undefined) return create(declared, inputs);
      const plan = (await of(declared.kind).diff?.(old.id, old.values, inputs)) ?? {};
      if (plan.replaces === undefined) return old;
      const again = await check(declared);
      const isFirst = deletesFirst || plan.deleteBeforeReplace === true;
      if (isFirst) await remove(old);
      const kept = await create(declared, again);
      if (!isFirst) await remove(old);
      return kept;
    };
    return {
      up,
      remove,
      check: (declared: Declared) => check(declared, oldOf(declared)),
      /** `--replace`: checked as a new resource, and not compared. */
      async replace(declared: Declared) {
        const old = oldOf(declared);
        const kept = await create(declared, await check(declared));
        if (old !== undefined) await remove(old);
        return kept;
      },
      warnings: () => [...own.warnings, ...prod.warnings],
      told: () => [...own.told, ...prod.told],
    };
  };
  return { run, state: () => state };
}

const type = { type: "POSTGRESQL", version: "16", mode: "CONTAINER" };
const database = (name: string, more: Values = {}): Declared => ({
  name,
  kind: "Database",
  args: { environmentId: backend.ids.environment, name: "orders", ...type, ...more },
});
const gitops = (name: string, more: Values = {}): Declared => ({
  name,
  kind: "ArgoCdConfig",
  args: { clusterId: backend.ids.cluster, argocdUrl: "https://argocd.example.com", argocdToken: "t", ...more },
});
const prod = { connection: "prod" } as const;
const deletes = async () => (await writes(backend)).filter((line) => line.startsWith("DELETE")).length;
const isThere = async (id: string) => (await backend.request("GET", `/database/${id}`)).status === 200;

describe.each([
  { checkpoints: "skips checkpoints", skips: true },
  { checkpoints: "writes checkpoints", skips: false },
])("through another connection, a run that $checkpoints", ({ skips }) => {
  it.each(["adoptId", "ADOPTID", "onExisting"])(
    "adopts under another Pulumi name what it forgets under the old one, and deletes nothing (%s)",
    async (how) => {
      const stack = stackOf(skips, { onExisting: how === "onExisting" ? "adopt" : "fail" });
      const old = await stack.run().up(database("orders"));
      const run = stack.run();
      const id = how === "ADOPTID" ? old.id.toUpperCase() : old.id;
      const now = await run.up(database("orders-db", { ...prod, ...(how === "onExisting" ? {} : { adoptId: id }) }));
      await run.remove(old);
      expect(now.id).toBe(old.id);
      expect(await deletes()).toBe(0);
      expect(run.warnings()).toEqual([]);
      expect(run.told()).toContain(
        `Database "orders" (id ${old.id}) stays on the platform: this stack still manages it, under another Pulumi name or connection.`,
      );
      // The last one deletes it.
      await stack.run().remove(now);
      expect(await isThere(old.id)).toBe(false);
    },
  );

  it("leaves what two names of the state hold for the last of them", async () => {
    const stack = stackOf(skips);
    const old = await stack.run().up(database("orders"));
    const now = await stack.run().up(database("orders-db", { ...prod, adoptId: old.id }));
    const run = stack.run();
    await run.remove(old);
    expect(await deletes()).toBe(0);
    await run.remove(now);
    expect(await isThere(old.id)).toBe(false);
  });

  it.each([false, true])("keeps what is identified by its place (deleted first: %s)", async (deletesFirst) => {
    const stack = stackOf(skips);
    await stack.run().up(gitops("gitops"));
    await stack.run().up(gitops("gitops", prod), deletesFirst);
    const run = stack.run();
    const renamed = await run.up(gitops("argo"));
    await run.remove(stack.state().find((each) => each !== renamed) as Kept);
    expect(await deletes()).toBe(0);
    await stack.run().remove(renamed);
    expect(await deletes()).toBe(1);
  });

  it("keeps a resource that gets the connection, if it may be adopted by its name", async () => {
    const stack = stackOf(skips, { onExisting: "adopt" });
    const old = await stack.run().up(database("orders"));
    const now = await stack.run().up(database("orders", prod));
    expect(now.id).toBe(old.id);
    expect(await deletes()).toBe(0);
  });

  it("keeps a resource that gets the connection and its own ID, as the error advises", async () => {
    const stack = stackOf(skips);
    const old = await stack.run().up(database("orders"));
    const error = await failureOf(stack.run().up(database("orders", prod)));
    expect(error.code).toBe("AP3004");
    expect(error.message).toContain(`Set adoptId: "${old.id}" to keep it with that connection`);
    for (const deletesFirst of [false, true]) {
      const connection = deletesFirst ? {} : prod;
      const now = await stack.run().up(database("orders", { ...connection, adoptId: old.id }), deletesFirst);
      expect(now.id).toBe(old.id);
    }
    expect(await deletes()).toBe(0);
  });

  it("deletes what it replaces", async () => {
    const stack = stackOf(skips);
    const old = await stack.run().up(database("orders", prod));
    const now = await stack.run().up(database("orders", { ...prod, type: "MYSQL", version: "8" }));
    expect(now.id).not.toBe(old.id);
    expect(await isThere(old.id)).toBe(false);
    const moved = await stack.run().up(database("orders", { ...prod, environmentId: backend.ids.otherEnvironment }));
    expect(moved.id).not.toBe(now.id);
    expect(await isThere(now.id)).toBe(false);
    expect(await isThere(moved.id)).toBe(true);
  });
});

describe("`--replace`", () => {
  it("never adopts the resource that it replaces", async () => {
    const stack = stackOf(false, { onExisting: "adopt" });
    const old = await stack.run().up(database("orders"));
    const run = stack.run();
    const error = await failureOf(run.replace(database("orders")));
    expect(error.code).toBe("AP3004");
    expect(error.message).toContain("(`--replace`, `replaceOnChanges`), set `deleteBeforeReplace: true`");
    expect(run.warnings()).toEqual([]);
    const adopting = await failureOf(stack.run().replace(database("orders", { adoptId: old.id })));
    expect(adopting.message).toContain("it manages that one already, and its replacement is a new resource");
    expect(await isThere(old.id)).toBe(true);
  });
});

describe("what an existing resource was created from", () => {
  const other = "3fa85f64-5717-4562-b3fc-2c963f66afa6";

  it("is refused if it is another `adoptId`, or one that a replacement cannot adopt", async () => {
    const stack = stackOf(false);
    const { id } = await stack.run().up(database("orders"));
    const wrong = await failureOf(stack.run().up(database("orders", { adoptId: other })));
    expect(wrong.code).toBe("AP2006");
    expect(wrong.message).toContain(`existing resource with id ${other}: it already manages the one with id ${id}.`);
    const replaced = { adoptId: id, type: "MYSQL", version: "8" };
    const replacing = await failureOf(stack.run().up(database("orders", replaced)));
    expect(replacing.message).toContain("`type` replaces it with a new resource");
    expect(await deletes()).toBe(0);
    const same = stack.run();
    await same.up(database("orders", { adoptId: id.toUpperCase() }));
    await same.up(database("orders"));
    expect(same.warnings()).toEqual([]);
  });

  it("is warned about if it is another `cloneFrom`, and may be removed", async () => {
    const stack = stackOf(false);
    const source = await stack.run().up(database("orders"));
    const clone = (more: Values): Declared => ({
      name: "copy",
      kind: "Database",
      args: { environmentId: backend.ids.environment, name: "copy", ...more },
    });
    await stack.run().up(clone({ cloneFrom: source.id }));
    const run = stack.run();
    await run.up(clone({ cloneFrom: source.id.toUpperCase() }));
    await run.up(clone(type));
    expect(run.warnings()).toEqual([]);
    await run.up(clone({ cloneFrom: other }));
    expect(run.warnings()).toEqual([
      `Database "copy": \`cloneFrom\` is used only at creation, so it does not become a clone of ${other}. To clone that one, replace it: pulumi up --replace <URN>.`,
    ]);
  });
});

describe("a name that changes hands in one run", () => {
  const named = (name: string, called: string): Declared => database(name, { name: called });
  const given = async (...names: readonly string[]) => {
    const stack = stackOf(false);
    for (const name of names) await stack.run().up(named(name, name));
    return stack;
  };

  it.each<[what: string, steps: readonly [name: string, called: string][]]>([
    [
      "swapped",
      [
        ["a", "b"],
        ["b", "a"],
      ],
    ],
    [
      "freed by a resource that comes first",
      [
        ["a", "c"],
        ["b", "a"],
      ],
    ],
    [
      "freed by a resource that comes later",
      [
        ["a", "b"],
        ["b", "c"],
      ],
    ],
    [
      "freed and taken by a new resource",
      [
        ["a", "c"],
        ["d", "a"],
      ],
    ],
    ["of a resource that the program no longer has", [["a", "b"]]],
  ])("is refused at preview if it is %s", async (_, steps) => {
    const stack = await given("a", "b");
    const run = stack.run();
    const refused = steps.reduce<Promise<unknown>>(
      (before, [name, called]) => before.then(() => run.check(named(name, called))),
      Promise.resolve(),
    );
    const { message } = await failureOf(refused);
    expect(message).toMatch(
      /^AP1206: Database ".": a `name` changes hands[\s\S]+::[abd] .*::[ab],[\s\S]+a temporary `name`/,
    );
  });

  it("is refused if it is freed by a resource that moves to another connection", async () => {
    const stack = await given("a", "b");
    const run = stack.run();
    await run.check(database("a", { ...prod, name: "c" }));
    expect((await failureOf(run.check(named("b", "a")))).message).toContain("AP1206");
  });

  it("is refused for no resource that keeps its name, or takes a free one", async () => {
    const stack = await given("a", "b");
    const run = stack.run();
    for (const [name, called] of [
      ["a", "A"],
      ["b", "c"],
      ["e", "e"],
      ["b", "c"],
    ] as const) {
      await run.check(named(name, called));
    }
    expect(run.warnings()).toEqual([]);
  });
});
