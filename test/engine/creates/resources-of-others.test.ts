/** What a lost response must never lead to: that a resource which the call has not made is treated as its own. */
import { beforeEach, describe, expect, it } from "vitest";
import type { Kept } from "../../door.js";
import { openedPlatform } from "../../platform/opened.js";
import type { Values } from "../../provider.js";
import { failureOf } from "../../unit/pretend-platform.js";
import { changeByHand, contentOf } from "../faults/backend-content.js";
import { argsOf, container, database, job, type Kind, madeByHand } from "../faults/endpoints.js";
import { type Provider, providerAt } from "../faults/provider.js";
import { failureFrom } from "../faults/reported-failure.js";

const backend = openedPlatform();
let provider: Provider;
beforeEach(async () => {
  await backend.request("POST", "/_local/reset");
  provider = freshProvider();
});

const freshProvider = () => providerAt({ url: backend.url, token: backend.tokens.admin });

/** The next answers of the operation are lost, one unless more are meant, before or after it is carried out. */
const lose = (
  route: string,
  when: "before" | "after",
  { nth = null, times = 1 }: { readonly nth?: number | null; readonly times?: number | null } = {},
) =>
  backend.request("PUT", "/_local/faults", {
    body: { rules: [{ match: { route, nth }, fault: "reset", when, times }] },
  });

const kinds = [
  { kind: container, create: "createContainer", clone: "cloneContainer" },
  { kind: job, create: "createJob", clone: "cloneJob" },
];

const ids = async ({ wire }: Kind, name: unknown) => (await contentOf(backend)).services(wire, String(name));

/** Makes one with the lost response, which must fail over the stranger and leave it alone. */
async function meets(kind: Kind, args: Values, stranger: string): Promise<void> {
  const before = await ids(kind, args.name);
  const { code, text, kept } = failureFrom(await failureOf(provider.of(kind.kind).create(args)));
  expect(code).toBe("AP3004");
  expect(text).toContain(`adoptId: "${stranger}"`);
  expect(kept).toBeUndefined();
  expect(await ids(kind, args.name)).toEqual(before);
}

describe.each(kinds)("a lost response of a $create", ({ kind, create, clone }) => {
  const other = async () => (await freshProvider().of(kind.kind).create(argsOf(backend, kind.args))).id;
  const lateAs = (name: string) => name.toUpperCase();

  it("never takes one with the same content that was there before", async () => {
    const stranger = await other();
    await changeByHand(backend, stranger, (body) => ({
      ...body,
      createdAt: new Date(Date.now() - 5_000).toISOString(),
    }));
    await lose(create, "before");
    await meets(kind, argsOf(backend, kind.args), stranger);
  });

  it("never takes one that somebody makes at the same time with other content", async () => {
    const args = argsOf(backend, kind.args);
    const { id } = await madeByHand(backend, kind, lateAs(String(args.name)));
    await lose(create, "before");
    await meets(kind, args, id);
  });

  it("never takes one that the stack has made already", async () => {
    const args = argsOf(backend, kind.args);
    const { id } = await provider.of(kind.kind).create(args);
    await lose(create, "before");
    await meets(kind, { ...args, name: lateAs(String(args.name)) }, id);
  });

  it("of a clone never takes one that somebody makes at the same time with other content than the source's", async () => {
    const source = await other();
    const { id } = await madeByHand(backend, kind, "clone");
    await lose(clone, "before");
    await meets(kind, { environmentId: backend.ids.environment, name: "Clone", cloneFrom: source }, id);
  });

  it("of a clone takes the clone, with all that its source has", async () => {
    const source = await other();
    await lose(clone, "after", { times: null });
    const args = { environmentId: backend.ids.environment, name: "clone", cloneFrom: source };
    const made = await provider.of(kind.kind).create(args);
    expect(await ids(kind, "clone")).toEqual([expect.objectContaining({ id: made.id })]);
  });

  it("of one of two with the same name gives one resource to one of them, whichever responses are lost", async () => {
    const args = argsOf(backend, kind.args);
    for (const nth of [1, 2, 3]) {
      await backend.request("POST", "/_local/reset");
      await lose(create, nth === 1 ? "after" : "before", { nth });
      const both = freshProvider();
      const twice = [args, { ...args, name: lateAs(String(args.name)) }];
      const ends = await Promise.allSettled(twice.map((each) => both.of(kind.kind).create(each)));
      const made = ends.flatMap((end) => (end.status === "fulfilled" ? [end.value.id] : []));
      const told = ends.flatMap((end) => (end.status === "rejected" ? [failureFrom(end.reason).code] : []));
      expect((await ids(kind, args.name)).map(({ id }) => id)).toEqual(made);
      expect(told).toEqual([expect.stringMatching(/^AP(3004|2004)$/)]);
    }
  });
});

/** There, no list shows the source. */
describe.each([
  { kind: container, clone: "cloneContainer" },
  { kind: job, clone: "cloneJob" },
  { kind: database, clone: "cloneDatabase" },
])("a lost response of a $clone into another environment", ({ kind, clone }) => {
  const source = (): Promise<Kept> => freshProvider().of(kind.kind).create(argsOf(backend, kind.args));
  const there = () => backend.ids.otherEnvironment;
  const args = (cloneFrom: string) => ({ environmentId: there(), name: "clone", cloneFrom });
  const held = async () => (await backend.request("GET", `/environment/${there()}/${kind.wire}`)).body.results;

  it.each([true, false])("ends in the clone, whether the stack knows the source or not (%s)", async (isKnown) => {
    const { id, outputs } = await source();
    if (isKnown) await provider.of(kind.kind).diff(id, outputs, argsOf(backend, kind.args));
    await lose(clone, "after");
    const made = await provider.of(kind.kind).create(args(id));
    expect(await held()).toEqual([expect.objectContaining({ id: made.id })]);
  });

  it("never ends in what somebody makes there at the same time, of other content than the stack knows the source to have", async () => {
    const { id, outputs } = await source();
    await provider.of(kind.kind).diff(id, outputs, argsOf(backend, kind.args));
    const stranger = { ...argsOf(backend, kind.args), environmentId: there(), name: "clone", description: "another's" };
    const other = await freshProvider().of(kind.kind).create(stranger);
    await lose(clone, "before");
    const { code, text } = failureFrom(await failureOf(provider.of(kind.kind).create(args(id))));
    expect(code).toBe("AP3004");
    expect(text).toContain(other.id);
  });
});
