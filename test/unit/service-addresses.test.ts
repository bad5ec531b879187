/** The addresses of a service, which a call of their own returns: when they are read, and what the state has of them. */
import { describe, expect, it } from "vitest";
import { lifecycleOf } from "../../provider/lifecycle/lifecycle.js";
import { container, ids } from "../kinds/fixtures.js";
import type { Values } from "../provider.js";
import {
  type Answer,
  connected,
  definitionOf,
  failureOf,
  lifecycle,
  listing,
  pretendPlatform,
} from "./pretend-platform.js";

const platform = pretendPlatform();
const one = `/container/${ids.container}`;
const links = `GET ${one}/link`;
const environment = `/environment/${ids.environment}`;
const args: Values = { ...container.program, ...container.path };
const hidden = { internalPort: 80, publiclyAccessible: false };
const link = (number: number, more: Values = {}): Values => ({
  ...{ url: `https://${number}.example.com`, internal_port: number, external_port: 443, ...more },
});
const shown = (url: number) => ({ url: `https://${url}.example.com` });
const known = { ...container.outputs, ...shown(7), links: [] } as Values;
const asked = (line = links) => platform.lines().filter((each) => each === line).length;

function cycle(now: Values = container.response) {
  platform.on(`GET ${one}`, [200, now]).on(`POST ${environment}/container`, [201, now]).on(`PUT ${one}`, [200, now]);
  return lifecycle("Container", platform.url, { endpoints: "extended" });
}

describe("the addresses of a service", () => {
  it("are read after a create, the default one first, and then by their ports", async () => {
    platform.on(links, listing(link(81), link(80), link(90, { is_default: true }), { internal_port: 1 }));
    const { outputs } = await cycle().create(args);
    expect(outputs).toMatchObject(shown(90));
    expect((outputs.links as Values[]).map(({ internalPort }) => internalPort)).toEqual([90, 80, 81]);
  });

  it.each<[what: string, answer: Answer, url: string | undefined]>([
    ["are unknown, if the platform lacks the call", [404], undefined],
    ["are none, if there is none", listing(), undefined],
  ])("%s", async (_, answer, url) => {
    platform.on(links, answer);
    expect((await cycle().create(args)).outputs.url).toBe(url);
  });

  it("that can't be read after a create are read by the next update", async () => {
    platform.on(links, [403], listing(link(80)));
    const { create, update } = cycle();
    const failure = await failureOf(create(args));
    expect([failure.id, String(failure.reasons)]).toEqual([
      ids.container,
      expect.stringContaining("reading its addresses"),
    ]);
    expect((await update(ids.container, failure.properties as Values, args)).outputs).toMatchObject(shown(80));
  });

  it.each<[what: string, state: Values, given: Values, isAsked: boolean, url: number]>([
    ["stay in an update of something else", known, { cpu: 300 }, false, 7],
    ["are read again if the ports change", known, { ports: [{ ...hidden, publiclyAccessible: true }] }, true, 80],
    ["are read in any update, if they aren't known yet", container.outputs, { cpu: 300 }, true, 80],
  ])("%s", async (_, state, given, isAsked, url) => {
    platform.on(links, listing(link(80)));
    const wanted = { ...args, ...given };
    const ports = given.ports === undefined ? {} : { ports: [{ internal_port: 80, publicly_accessible: true }] };
    const { outputs } = await cycle({ ...container.response, ...ports } as Values).update(ids.container, state, wanted);
    expect(outputs).toMatchObject(shown(url));
    expect(asked()).toBe(isAsked ? 1 : 0);
  });

  it("are gone with the last public port, without a request", async () => {
    const now = { ...container.response, ports: [{ internal_port: 80, publicly_accessible: false }] };
    const { update, read } = cycle(now as Values);
    const { outputs } = await update(ids.container, known, { ...args, ports: [hidden] });
    expect([outputs.url, outputs.links, asked()]).toEqual([undefined, undefined, 0]);
    expect((await read(ids.container, known)).outputs.url).toBeUndefined();
    expect(asked()).toBe(0);
  });

  it.each<[what: string, answer: Answer, url: string | undefined]>([
    ["are read by a refresh", listing(link(80)), "https://80.example.com"],
    ["stay as known, if the platform lacks the call", [404], "https://7.example.com"],
  ])("%s", async (_, answer, url) => {
    platform.on(links, answer);
    expect((await cycle().read(ids.container, known)).outputs.url).toBe(url);
  });

  it("that can't be read fail a refresh", async () => {
    platform.on(links, [403]);
    expect((await failureOf(cycle().read(ids.container, known))).code).toBe("AP3002");
  });

  it("are read by an adoption, once", async () => {
    platform.on(links, listing(link(80)));
    const { outputs } = await cycle().create({ ...args, adoptId: ids.container });
    expect(outputs).toMatchObject(shown(80));
    expect(asked()).toBe(1);
  });
});

describe("the addresses of many services", () => {
  const all = [1, 2, 3, 4, 5].map((number) => `00000000-0000-4000-8000-00000000000${number}`);
  const item = (id: string) => ({ ...container.response, id });
  const addresses = `GET ${environment}/link`;

  it("are one list, of which each has its own", async () => {
    const { read } = cycle();
    platform.on(`GET ${environment}/container`, listing(...all.map(item)));
    platform.on(addresses, listing(...all.map((id, index) => link(index, { service_id: id.toUpperCase() }))));
    for (const id of all) platform.on(`GET /container/${id}`, [200, item(id)]);
    const seen = await Promise.all(all.map((id) => read(id, { ...known })));
    expect(seen.map(({ outputs }) => outputs.url)).toEqual(all.map((_, index) => `https://${index}.example.com`));
    expect(asked(addresses)).toBe(1);
  });

  it("are one list for a lookup, too, and nothing where the endpoints don't have them", async () => {
    platform.on(`GET ${environment}/container`, listing(...all.map(item)));
    platform.on(addresses, listing(...all.map((id, index) => link(index, { service_id: id }))));
    const lookUp = (endpoints: "documented" | "extended") => {
      const { platform: here, log } = connected(platform.url, { endpoints });
      return lifecycleOf(definitionOf("Container"), () => here).lookUpAll({
        log,
        args: { environmentId: ids.environment },
      });
    };
    expect((await lookUp("extended")).map(({ url }) => url)).toEqual(
      all.map((_, index) => `https://${index}.example.com`),
    );
    expect((await lookUp("documented")).map(({ url }) => url)).toEqual(all.map(() => undefined));
    expect(asked(addresses)).toBe(1);
  });
});
