import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { records } from "../kinds/index.js";
import type { Args } from "../kinds/testRecord.js";
import { type Console, consoleOf } from "./console.js";
import { declare as declareResource } from "./declare.js";
import { services as everyService, heldBy, requiredArgs, type Service, segmentOf, setByHand } from "./existing.js";
import { forgetRequests, writes } from "./journal.js";
import { opened } from "./opened.js";
import { sets } from "./sets.js";

const pathOf = (kind: Service, id: string) => `/${segmentOf(kind)}/${id}`;
const put = (kind: Service, id: string) => ({ method: "PUT", path: pathOf(kind, id) });

describe.each(sets)("what happens outside, with the %s endpoints", (set) => {
  const { platform, stack } = opened({ endpoints: set });

  let console: Console;
  const isExtended = set === "extended";
  /** Kinds that the set can create, those that it can read, and those that it can edit. */
  const services = everyService.filter((kind) => records[kind].served.create.includes(set));
  const readable = services.filter((kind) => records[kind].served.read.includes(set));
  const editable = services.filter((kind) => records[kind].served.update.includes(set));
  const everything = services.length + 1;

  beforeAll(async () => {
    console = consoleOf(platform);
    await stack.run("up", declare());
  });
  afterEach(() => platform.request("DELETE", "/_local/faults"));

  /** A program with one of each, in which some are edited. */
  function declare(edited: readonly Service[] = [], more: Args = {}) {
    return () => {
      const required = requiredArgs(platform.ids);
      for (const kind of services)
        declareResource(kind, kind, { ...required[kind], ...(edited.includes(kind) ? more : {}) }, {});
    };
  }
  const idOf = async (kind: Service) => (await stack.resource(kind)).id;
  const failReads = (fault: string, route?: string) => {
    const match = { method: "GET", ...(route === undefined ? {} : { route }) };
    return platform.request("PUT", "/_local/faults", { body: { rules: [{ match, fault }] } });
  };

  test("a 403 for one of them that its list still knows isn't a disappearance, and nothing differs after all of these", async () => {
    const { changes } = await failReads("403", "/container/{containerId}").then(() => stack.run("refresh"));
    expect(changes).toEqual({ same: everything });
    await platform.request("DELETE", "/_local/faults");
    expect((await stack.run("preview")).changes).toEqual({ same: everything });
  });

  test("what was set by hand beside the program survives its edits", async () => {
    const icon = { icon_uri: "https://example.com/by-hand.svg" };
    const before: Record<string, unknown> = {};
    for (const kind of editable) {
      const id = await idOf(kind);
      await console.edit(id, { ...icon, ...setByHand(kind) }, put(kind, id));
      before[kind] = await heldBy(platform, id, "description");
    }
    await forgetRequests(platform);
    const { changes } = await stack.run("up", declare(editable, { description: "edited" }));
    expect(changes).toEqual({ same: everything - editable.length, update: editable.length });
    for (const kind of editable) {
      const id = await idOf(kind);
      expect(await heldBy(platform, id, "description")).toEqual(before[kind]);
      expect(await heldBy(platform, id)).toMatchObject({ description: "edited", ...icon });
    }
  });

  test("drift of what the program gives is found and taken back in one run of up with a refresh", async () => {
    for (const kind of editable) {
      const id = await idOf(kind);
      await console.edit(id, { description: "by hand" }, put(kind, id));
    }
    const { changes } = await stack.run("up", undefined, { refresh: true });
    expect(changes).toMatchObject({ update: editable.length });
    for (const kind of editable) expect((await heldBy(platform, await idOf(kind))).description).toBe("edited");
  });

  test("what was deleted by hand is gone at refresh, and made again by the next up, all at once", async () => {
    const gone: Record<string, string> = {};
    for (const kind of readable) {
      gone[kind] = await idOf(kind);
      await console.remove(gone[kind], isExtended ? { method: "DELETE", path: pathOf(kind, gone[kind]) } : undefined);
    }
    await forgetRequests(platform);
    expect((await stack.run("refresh")).changes).toEqual({
      same: everything - readable.length,
      delete: readable.length,
    });
    expect(await writes(platform)).toEqual([]);
    const { changes } = await stack.run("up");
    expect(changes).toEqual({ same: everything - readable.length, create: readable.length });
    for (const kind of readable) {
      expect(await idOf(kind)).not.toBe(gone[kind]);
      expect(await console.look(await idOf(kind))).toBeDefined();
    }
  });
});
