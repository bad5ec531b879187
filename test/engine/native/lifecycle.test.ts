import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { plain, type Resource, urnOf } from "../../door.js";
import { kindNames, records } from "../../kinds/index.js";
import { openedPlatform } from "../../platform/opened.js";
import { UNKNOWN, type Values } from "../../provider.js";
import { steadyClock } from "../../steady-clock.js";
import { forgetRequests, requests, writes } from "../journal.js";
import { type NativeDoor, openDoor } from "./door.js";

const platform = openedPlatform({ endpoints: "extended" });
let door: NativeDoor;

beforeAll(async () => {
  for (const kind of kindNames) await records[kind].prepare?.(platform);
  door = await openDoor(platform, { clock: steadyClock });
});
afterAll(() => door.close());

/** What no longer exists. */
const deleted: Resource[] = [];

const given = (kind: (typeof kindNames)[number]) => records[kind].lifecycle.args(platform.ids) as Values;

describe.each(kindNames)("%s", (kind) => {
  const record = records[kind];
  const urn = urnOf(kind, "it");
  let resource: Resource;

  it("is previewed without a request, with what is known", async () => {
    await record.lifecycle.acts?.prepare(platform);
    const { inputs, failures } = await door.check(urn, given(kind));
    expect(failures).toEqual([]);
    await forgetRequests(platform);
    const { id, outputs } = await door.create(urn, inputs, { isPreview: true });
    expect(await requests(platform)).toEqual({});
    expect(id).toBe("");
    expect(plain(outputs)).toMatchObject(
      Object.fromEntries(Object.keys(plain(inputs)).map((name) => [name, expect.anything()])),
    );
    const unknown = Object.values(plain(outputs)).filter((value) => value === UNKNOWN);
    expect(unknown.length).toBeGreaterThan(0);
  });

  it("is created, and then has no difference", async () => {
    resource = await door.declare(urn, given(kind));
    expect(resource.id).not.toBe("");
    expect(Object.values(plain(resource.outputs))).not.toContain(UNKNOWN);
    const { inputs } = await door.check(urn, given(kind), resource.inputs);
    expect(await door.diff(resource, inputs)).toMatchObject({ changes: false, details: {} });
  });

  it("is updated where the diff says so", async () => {
    const edit = record.lifecycle.edits(platform.ids)[0] as Values;
    const { inputs } = await door.check(urn, { ...given(kind), ...edit }, resource.inputs);
    const { changes, replaces, details } = await door.diff(resource, inputs);
    expect({ changes, replaces }).toEqual({ changes: true, replaces: [] });
    for (const path of Object.keys(details ?? {})) expect(Object.keys(edit)).toContain(path.split(/[.[]/)[0]);
    expect(details).not.toEqual({});
    await forgetRequests(platform);
    const previewed = await door.update(resource, inputs, { isPreview: true });
    expect(await writes(platform)).toEqual([]);
    expect(plain(previewed.outputs)).toMatchObject(edit);
    resource = await door.update(resource, inputs);
    expect(plain(resource.outputs)).toMatchObject(edit);
    expect((await door.diff(resource, inputs)).changes).toBe(false);
  });

  it("is refreshed without a change", async () => {
    const found = (await door.read(resource)) as Resource;
    expect(plain(found.inputs)).toEqual(plain(resource.inputs));
    expect(await door.diff(found, resource.inputs)).toMatchObject({ changes: false });
    resource = found;
  });

  it("is deleted", async () => {
    await door.delete(resource);
    if (record.lifecycle.existsBefore === undefined) deleted.push(resource);
  });
});

// What is this young counts as gone only after a while: all of them wait together.
it("what was deleted is gone", async () => {
  expect(deleted.length).toBeGreaterThan(10);
  const found = await Promise.all(deleted.map((each) => door.read(each)));
  expect(found).toEqual(deleted.map(() => undefined));
});
