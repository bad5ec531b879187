/** Creates whose response is lost while the list fails, or where there is none: what is told, and how to go on. */
import { describe, expect, it } from "vitest";
import type { Platform as Backend } from "../../platform/platform.js";
import type { Values } from "../../provider.js";
import { contentOf, removeByHand } from "../faults/backend-content.js";
import { openedBackends } from "../faults/backends.js";
import { argsOf, container, terraform } from "../faults/endpoints.js";
import { unknown } from "../faults/expectations.js";
import { type ProviderSettings, providerAt } from "../faults/provider.js";
import { failureFrom } from "../faults/reported-failure.js";

const backends = openedBackends(4, { endpoints: "extended" });

interface Rule {
  readonly route: string;
  readonly fault: string;
  readonly when?: "before" | "after";
  readonly times?: number;
}

/** What a test does on a backend. */
function stageOn(backend: Backend) {
  const provider = (settings: Partial<ProviderSettings> = {}) =>
    providerAt({ url: backend.url, token: backend.tokens.admin, ...settings });
  return {
    backend,
    web: argsOf(backend, container.args),
    async meet(...rules: readonly Rule[]) {
      const body = { rules: rules.map(({ route, ...rest }) => ({ match: { route }, ...rest })) };
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
