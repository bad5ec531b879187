/** The old resource of a replacement that an earlier run hasn't ended: a new one with its arguments manages it again. */
import { describe, expect, it } from "vitest";
import { handlersOf } from "../../../provider/engine/handlers.js";
import { newOwners, type StackResource } from "../../../provider/ownership/stackOwners.js";
import { container, ids } from "../../kinds/fixtures.js";
import { urnOf } from "../../support/frontend.js";
import type { EndpointSet, Values } from "../../support/provider.js";
import { connected, definitionOf, fakePlatform, listing, requestWith } from "../support/fake-platform.js";

const platform = fakePlatform();
const id = ids.container;
const [one, all] = [`GET /container/${id}`, `GET /environment/${ids.environment}/container`];
const [post, put] = [`POST /environment/${ids.environment}/container`, `PUT /container/${id}`];
const args = { ...container.program, ...container.path };
const urn = urnOf("Container", "it");
const other = urnOf("Container", "other");
const again = `Container "it" (web) is the resource with id ${id} again, which an earlier run has replaced,`;
const changed = `${again} and changes cpu: 750 → 999.`;

interface Situation {
  readonly old?: Partial<StackResource>;
  readonly more?: Values;
  readonly endpoints?: EndpointSet;
  /** The run has planned the resource, so that a create replaces it. */
  readonly isPlanned?: boolean;
  /** The state also has the resource as a current one, of this URN. */
  readonly current?: string;
  readonly isUnreadable?: true;
  /** Another new resource adopts the old one. */
  readonly isTaken?: true;
  readonly isGone?: true;
}

function situation({ old, more = {}, endpoints = "extended", isPlanned = true, current, ...its }: Situation) {
  const former: StackResource = { urn, kind: "Container", id, values: args, awaits: "deletion", ...old };
  const managed = current === undefined ? [] : [{ urn: current, kind: "Container", id, values: args }];
  const owners = newOwners(async () => {
    if (its.isUnreadable) throw new Error("no state");
    return [former, ...managed];
  });
  const { platform: here, run, log, warnings, infos } = connected(platform.url, { endpoints, owners });
  if (isPlanned) run.ownership.planned(`Container ${ids.helm}`, { label: 'Container "it"', urn }, "replaced");
  if (its.isTaken) run.ownership.adopted(`Container ${id}`, { label: 'Container "other"', urn: other });
  const stored = { ...container.response, id };
  platform.on(one, its.isGone ? [404] : [200, stored]).on(all, listing(...(its.isGone ? [] : [stored])));
  platform.on(put, [200, { ...stored, cpu: 999 }]).on(post, [201, { ...stored, id: ids.job }]);
  const handlers = handlersOf(definitionOf("Container"), () => here, { definitionOf, run });
  const request = requestWith({ urn, log, inputs: { ...args, ...more } });
  const writes = () => platform.lines().filter((line) => !line.startsWith("GET"));
  return { handlers, request, warnings, infos, writes };
}

const cpu = { cpu: 999 };

describe("create of a resource whose replacement was interrupted", () => {
  it.each<[title: string, Situation, writes: string[], infos: string[], warnings: string[]]>([
    ["manages the old one again, without a request that changes it", {}, [], [`${again} without changes.`], []],
    ["updates the old one to changed arguments", { more: cpu }, [put], [], [changed]],
    [
      "manages the old one again, although it was to be retained",
      { old: { awaits: "replacement" } },
      [],
      [`${again} without changes.`],
      [],
    ],
  ])("%s", async (_, its, writes, infos, warnings) => {
    const create = situation(its);
    expect((await create.handlers.create(create.request)).id).toBe(id);
    expect([create.writes(), create.infos, create.warnings]).toEqual([writes, infos, warnings]);
    const preview = situation(its);
    expect((await preview.handlers.check(preview.request)).problems).toEqual([]);
    expect([preview.infos, preview.warnings]).toEqual([infos, warnings]);
  });

  it.each<[when: string, Situation]>([
    ["the run hasn't planned it", { isPlanned: false }],
    ["the state can't be read", { isUnreadable: true }],
    ["the old one is gone", { isGone: true }],
    ["the old one has another name", { old: { values: { ...args, name: "shop" } } }],
    ["the old one is of another kind", { old: { kind: "Job" } }],
    ["the old one is another resource's", { old: { urn: other } }],
    ["the run that made the old one was killed", { old: { awaits: "creation" } }],
    ["the stack manages the old one as it is", { current: other }],
  ])("creates a new one if %s", async (_, its) => {
    const { handlers, request, writes, infos } = situation(its);
    expect([(await handlers.create(request)).id, writes(), infos]).toEqual([ids.job, [post], []]);
    const preview = situation(its);
    expect((await preview.handlers.check(preview.request)).problems).toEqual([]);
    expect([preview.infos, preview.warnings]).toEqual([[], []]);
  });

  const [retained, later] = [
    "retainOnDelete keeps the old resource",
    "until the end of this run, which deletes that one",
  ];
  const keeps = "retainOnDelete";
  it.each<[when: string, says: string, Situation]>([
    ["another new resource adopts the old one", later, { isTaken: true }],
    ["no endpoint can update what differs", later, { endpoints: "documented", more: cpu }],
    ["it's retained, and the arguments differ", retained, { old: { awaits: "replacement" }, more: cpu }],
    [
      "retainOnDelete keeps it, and no endpoint can update it",
      retained,
      { endpoints: "documented", old: { keeps }, more: cpu },
    ],
  ])("fails at preview with AP2002, since the old one keeps its name, if %s", async (_, says, its) => {
    const { handlers, request } = situation(its);
    const problems = (await handlers.check(request)).problems.join();
    expect(problems).toMatch(/^AP2002: Container "it"/);
    expect(problems).toContain(says);
    expect(problems).toContain(id);
  });

  it("sends a secret, whose value no response contains, again to the old one", async () => {
    const secret = { id: ids.feature, key: "TOKEN", is_secret: true, value: null, scope: "CONTAINER" };
    platform.on(`GET /variable?parent_id=${id}&scope=CONTAINER`, listing(secret));
    platform.on(`PUT /variable/${ids.feature}`, [200, secret]);
    const { handlers, request, writes } = situation({ more: { secretVariables: { TOKEN: "hunter2" } } });
    expect((await handlers.create(request)).id).toBe(id);
    expect(writes()).toEqual([`PUT /variable/${ids.feature}`]);
  });
});
