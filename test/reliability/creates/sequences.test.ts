/** Creates that meet several faults in a row, or that the platform carries out late. */
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Values } from "../../../provider/values.js";
import { type Platform as Backend, startPlatform } from "../../platform.js";
import { argsOf, container, terraform } from "../faults/endpoints.js";
import { unknown } from "../faults/expectations.js";
import { type ProviderSettings, providerAt } from "../faults/provider.js";
import { failureFrom } from "../faults/telling.js";
import { removeByHand, truthOf } from "../faults/truth.js";

let backend: Backend;
beforeAll(async () => {
  backend = await startPlatform({ endpoints: "extended" });
});
afterAll(async () => {
  expect(await backend.stop()).toBe(0);
});
beforeEach(async () => {
  await backend.request("POST", "/_local/reset");
});

interface Rule {
  readonly route: string;
  readonly fault: string;
  readonly when?: "before" | "after";
  readonly nth?: number;
  readonly times?: number;
  readonly milliseconds?: number;
}

async function meet(...rules: Rule[]): Promise<void> {
  const body = { rules: rules.map(({ route, nth, ...rest }) => ({ match: { route, nth }, ...rest })) };
  expect((await backend.request("PUT", "/_local/faults", { body })).status).toBe(200);
}

const provider = (settings: Partial<ProviderSettings> = {}) =>
  providerAt({ url: backend.url, token: backend.tokens.admin, ...settings });
const create = (args: Values, settings?: Partial<ProviderSettings>) =>
  provider(settings)
    .of("Container")
    .create(args)
    .then(
      ({ id }) => ({ id, code: "", text: "" }),
      (error) => ({ id: "", ...failureFrom(error) }),
    );
const web = () => argsOf(backend, container.args);
const idsOf = async (kind: string) => (await truthOf(backend)).services(kind).map(({ id }) => id);

describe("a create that meets several faults in a row", () => {
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
  ])("is made once after %s", async (_, rules) => {
    await meet(...rules);
    const { id, text } = await create(web());
    expect(text).toBe("");
    expect(await idsOf("container")).toEqual([id]);
  });
});

describe("a create whose answer is lost while the list", () => {
  it.each(["500", "403", "404", "html-200", "other-body"])(
    "fails with %s is told as unknown, and goes on by its id",
    async (fault) => {
      await meet({ route: "createContainer", fault: "reset", when: "after" }, { route: "listContainers", fault });
      const { code, text } = await create(web());
      expect(code).toBe(unknown);
      expect(text).toContain("look for it in the platform's console");
      const [made = ""] = await idsOf("container");
      await backend.request("DELETE", "/_local/faults");
      // The next run finds the name taken, and says by whom.
      const again = await create(web());
      expect(again.code).toBe("AP3004");
      expect(again.text).toContain(`adoptId: "${made}"`);
      expect((await create({ ...web(), adoptId: made })).id).toBe(made);
      expect(await idsOf("container")).toEqual([made]);
    },
  );
});

describe("a create that the platform carries out late", () => {
  it("after the next try has made it is refused by its name", async () => {
    await meet({ route: "createContainer", fault: "delay", milliseconds: 900, times: 1 });
    const { id } = await create(web(), { requestSeconds: 0.4 });
    await pause(1_000);
    expect(await idsOf("container")).toEqual([id]);
  });

  it("while the next tries are under way is found", async () => {
    await meet({ route: "createContainer", fault: "delay", milliseconds: 700 });
    const { id, text } = await create(web(), { requestSeconds: 0.5 });
    expect(text).toBe("");
    await pause(1_000);
    expect(await idsOf("container")).toEqual([id]);
  });

  it("after all tries have failed was told as unknown, and goes on by its id", async () => {
    await meet({ route: "createContainer", fault: "delay", milliseconds: 2_500 });
    const { code } = await create(web(), { requestSeconds: 0.5, operationSeconds: 1.5 });
    expect(code).toBe(unknown);
    expect(await idsOf("container")).toEqual([]);
    await pause(2_500);
    const [made = ""] = await idsOf("container");
    await backend.request("DELETE", "/_local/faults");
    expect((await create(web())).text).toContain(`adoptId: "${made}"`);
    expect((await create({ ...web(), adoptId: made })).id).toBe(made);
    expect(await idsOf("container")).toEqual([made]);
  });
});

describe("a create that no list can tell of goes on", () => {
  const network = () => argsOf(backend, terraform.args);
  const make = (args: Values, endpoints: "documented" | "extended") =>
    provider({ endpoints }).of("TerraformService").create(args);
  let made = "";
  beforeEach(async () => {
    await meet({ route: "createTerraform", fault: "reset", when: "after", times: 1 });
    const failure = failureFrom(await make(network(), "documented").catch((error) => error));
    expect(failure.code).toBe(unknown);
    expect(failure.text).toContain(
      "take it over: set its id as `adoptId`, with endpoints that can read it, or delete it there",
    );
    made = (await idsOf("terraform")).join();
    // Not before: running again without looking makes nothing twice either.
    const again = failureFrom(await make(network(), "documented").catch((error) => error));
    expect(again.code).toBe("AP3004");
    expect(await idsOf("terraform")).toEqual([made]);
  });

  it("with its id, where the endpoints can read it", async () => {
    expect((await make({ ...network(), adoptId: made }, "extended")).id).toBe(made);
    expect(await idsOf("terraform")).toEqual([made]);
  });

  it("after it was deleted in the console", async () => {
    await removeByHand(backend, made);
    const { id } = await make(network(), "documented");
    expect(await idsOf("terraform")).toEqual([id]);
  });
});
