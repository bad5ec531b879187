/** Lost answers of clones into another environment, where no list shows the source. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Platform as Backend, startPlatform } from "../../platform/platform.js";
import { argsOf, container, database, job } from "../faults/endpoints.js";
import { type Kept, type Provider, providerAt } from "../faults/provider.js";
import { failureFrom } from "../faults/reported-failure.js";

let backend: Backend;
let provider: Provider;
beforeAll(async () => {
  backend = await startPlatform();
});
afterAll(async () => {
  await backend.stop();
});
beforeEach(async () => {
  await backend.request("POST", "/_local/reset");
  provider = providerAt({ url: backend.url, token: backend.tokens.admin });
});

describe.each([
  { kind: container, clone: "cloneContainer" },
  { kind: job, clone: "cloneJob" },
  { kind: database, clone: "cloneDatabase" },
])("a lost response of a $clone into another environment", ({ kind, clone }) => {
  const source = (): Promise<Kept> =>
    providerAt({ url: backend.url, token: backend.tokens.admin }).of(kind.kind).create(argsOf(backend, kind.args));
  const there = () => backend.ids.otherEnvironment;
  const args = (cloneFrom: string) => ({ environmentId: there(), name: "clone", cloneFrom });
  const lose = (when: "before" | "after") =>
    backend.request("PUT", "/_local/faults", {
      body: { rules: [{ match: { route: clone }, fault: "reset", when, times: 1 }] },
    });
  const held = async () => (await backend.request("GET", `/environment/${there()}/${kind.wire}`)).body.results;

  it("ends in the clone, though the stack does not know the source", async () => {
    const { id } = await source();
    await lose("after");
    const made = await provider.of(kind.kind).create(args(id));
    expect(await held()).toEqual([expect.objectContaining({ id: made.id })]);
  });

  it("ends in the clone, where the stack knows the source", async () => {
    const { id, state } = await source();
    await provider.of(kind.kind).diff(id, state, argsOf(backend, kind.args));
    await lose("after");
    const made = await provider.of(kind.kind).create(args(id));
    expect(await held()).toEqual([expect.objectContaining({ id: made.id })]);
  });

  it("never ends in what somebody makes there at the same time, of other content than the stack knows the source to have", async () => {
    const { id, state } = await source();
    await provider.of(kind.kind).diff(id, state, argsOf(backend, kind.args));
    const stranger = { ...argsOf(backend, kind.args), environmentId: there(), name: "clone", description: "another's" };
    const other = await providerAt({ url: backend.url, token: backend.tokens.admin }).of(kind.kind).create(stranger);
    await lose("before");
    const { code, text } = await provider
      .of(kind.kind)
      .create(args(id))
      .then(() => ({ code: "none", text: "" }), failureFrom);
    expect(code).toBe("AP3004");
    expect(text).toContain(other.id);
  });
});
