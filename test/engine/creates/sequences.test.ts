/** Creates that meet several faults in a row, or that the platform carries out late. */
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Values } from "../../../provider/schema/json.js";
import type { Platform as Backend } from "../../platform/platform.js";
import { contentOf, removeByHand } from "../faults/backend-content.js";
import { type Backends, startBackends } from "../faults/backends.js";
import { argsOf, container, terraform } from "../faults/endpoints.js";
import { unknown } from "../faults/expectations.js";
import { type ProviderSettings, providerAt } from "../faults/provider.js";
import { failureFrom } from "../faults/reported-failure.js";

const atOnce = 4;
vi.setConfig({ maxConcurrency: atOnce });

let backends: Backends;
beforeAll(async () => {
  backends = await startBackends(atOnce, { endpoints: "extended" });
});
afterAll(() => backends.stop());

interface Rule {
  readonly route: string;
  readonly fault: string;
  readonly when?: "before" | "after";
  readonly nth?: number;
  readonly times?: number;
  readonly milliseconds?: number;
}

/** What a test does on a backend. */
function stageOn(backend: Backend) {
  const provider = (settings: Partial<ProviderSettings> = {}) =>
    providerAt({ url: backend.url, token: backend.tokens.admin, ...settings });
  return {
    backend,
    web: argsOf(backend, container.args),
    async meet(...rules: readonly Rule[]) {
      const body = { rules: rules.map(({ route, nth, ...rest }) => ({ match: { route, nth }, ...rest })) };
      expect((await backend.request("PUT", "/_local/faults", { body })).status).toBe(200);
    },
    create: (args: Values, settings?: Partial<ProviderSettings>, kind = "Container") =>
      provider(settings)
        .of(kind)
        .create(args)
        .then(
          ({ id }) => ({ id, code: "", text: "" }),
          (error) => ({ id: "", ...failureFrom(error) }),
        ),
    idsOf: async (kind: string) => (await contentOf(backend)).services(kind).map(({ id }) => id),
  };
}
type Stage = ReturnType<typeof stageOn>;

const onStage = (play: (stage: Stage) => Promise<void>) => backends.borrow((backend) => play(stageOn(backend)));

describe.concurrent("a create that meets several faults in a row", () => {
  it.each<[string, Rule[]]>([
    [
      "a lost answer, then a list that fails once",
      [
        { route: "createContainer", fault: "reset", when: "after", times: 1 },
        { route: "listContainers", fault: "503-retry-after", times: 1 },
      ],
    ],
    [
      "two calls that are not begun, then a lost answer",
      [
        { route: "createContainer", fault: "reset", nth: 1 },
        { route: "createContainer", fault: "429-seconds", nth: 2 },
        { route: "createContainer", fault: "504", when: "after" },
      ],
    ],
    [
      "lost answers of the call and of the list, three times",
      [
        { route: "createContainer", fault: "reset", nth: 1 },
        { route: "createContainer", fault: "500", nth: 2 },
        { route: "createContainer", fault: "cut-with-length", when: "after" },
        { route: "listContainers", fault: "cut-without-length", times: 3 },
      ],
    ],
  ])("is created once after %s", (_, rules) =>
    onStage(async ({ meet, create, web, idsOf }) => {
      await meet(...rules);
      const { id, text } = await create(web);
      expect(text).toBe("");
      expect(await idsOf("container")).toEqual([id]);
    }),
  );
});

/** Goes on as the error says: the next run finds the name taken, and says by whom; that one is then adopted. */
async function expectGoingOn({ create, web, idsOf }: Stage, made: string): Promise<void> {
  const again = await create(web);
  expect(again.code).toBe("AP3004");
  expect(again.text).toContain(`adoptId: "${made}"`);
  expect((await create({ ...web, adoptId: made })).id).toBe(made);
  expect(await idsOf("container")).toEqual([made]);
}

describe.concurrent("a create whose response is lost while the list", () => {
  it.each(["500", "403", "404", "html-200", "other-body"])(
    "fails with %s is told as unknown, and continues by its id",
    (fault) =>
      onStage(async (stage) => {
        const { backend, meet, create, web, idsOf } = stage;
        await meet({ route: "createContainer", fault: "reset", when: "after" }, { route: "listContainers", fault });
        const { code, text } = await create(web);
        expect(code).toBe(unknown);
        expect(text).toContain("look for it in the platform's console");
        await backend.request("DELETE", "/_local/faults");
        await expectGoingOn(stage, (await idsOf("container")).join());
      }),
  );
});

describe.concurrent("a create that the platform carries out late", () => {
  it("after the next try has made it is refused by its name", () =>
    onStage(async ({ meet, create, web, idsOf }) => {
      await meet({ route: "createContainer", fault: "delay", milliseconds: 900, times: 1 });
      const { id } = await create(web, { requestSeconds: 0.4 });
      await pause(1_000);
      expect(await idsOf("container")).toEqual([id]);
    }));

  it("while the next tries are under way is found", () =>
    onStage(async ({ meet, create, web, idsOf }) => {
      await meet({ route: "createContainer", fault: "delay", milliseconds: 700 });
      const { id, text } = await create(web, { requestSeconds: 0.5 });
      expect(text).toBe("");
      await pause(1_000);
      expect(await idsOf("container")).toEqual([id]);
    }));

  it("after all tries have failed was told as unknown, and continues by its id", () =>
    onStage(async (stage) => {
      const { backend, meet, create, web, idsOf } = stage;
      await meet({ route: "createContainer", fault: "delay", milliseconds: 2_500 });
      expect((await create(web, { requestSeconds: 0.5, operationSeconds: 1.5 })).code).toBe(unknown);
      expect(await idsOf("container")).toEqual([]);
      await pause(2_700);
      await backend.request("DELETE", "/_local/faults");
      await expectGoingOn(stage, (await idsOf("container")).join());
    }));
});

describe.concurrent("a create that no list can tell of", () => {
  const documented = { endpoints: "documented" } as const;
  const lose = async ({ backend, meet, create, idsOf }: Stage) => {
    const network = argsOf(backend, terraform.args);
    await meet({ route: "createTerraform", fault: "reset", when: "after", times: 1 });
    const { code, text } = await create(network, documented, terraform.kind);
    expect(code).toBe(unknown);
    expect(text).toContain("set `adoptId` to its ID, with endpoints that can read it) or delete it there");
    const made = (await idsOf("terraform")).join();
    // To run again without having looked makes nothing twice either.
    expect((await create(network, documented, terraform.kind)).code).toBe("AP3004");
    expect(await idsOf("terraform")).toEqual([made]);
    return { network, made };
  };

  it("continues with its id, where the endpoints can read it", () =>
    onStage(async (stage) => {
      const { network, made } = await lose(stage);
      const adopting = { ...network, adoptId: made };
      expect((await stage.create(adopting, { endpoints: "extended" }, terraform.kind)).id).toBe(made);
      expect(await stage.idsOf("terraform")).toEqual([made]);
    }));

  it("continues after it was deleted in the console", () =>
    onStage(async (stage) => {
      const { network, made } = await lose(stage);
      await removeByHand(stage.backend, made);
      const { id } = await stage.create(network, documented, terraform.kind);
      expect(await stage.idsOf("terraform")).toEqual([id]);
    }));
});
