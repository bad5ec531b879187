/** Deployment restrictions: a program that gives the list owns all of it, on every kind that may be built from git. */
import { describe, expect, test } from "vitest";
import { isNotApplicable, type Kind, records } from "../kinds/index.js";
import { declare } from "./declare.js";
import { forgetRequests, requests, writes } from "./journal.js";
import { opened } from "./opened.js";
import { openStack } from "./stack.js";

const { platform, stack } = opened({ endpoints: "extended", isFresh: true });

type Restrictions = readonly { readonly mode: string; readonly type?: string; readonly value: string }[];

const docs = { mode: "EXCLUDE", value: "docs/" };
const src = { mode: "MATCH", value: "src/" };
const onPlatform = (...all: Restrictions) => all.map((each) => ({ type: "PATH", ...each }));

const program = (deploymentRestrictions?: Restrictions, kind: Kind = "Application", more: object = {}) => {
  return (): void => {
    const { lifecycle } = records[kind];
    if (isNotApplicable(lifecycle)) throw new Error(`${kind} has no arguments here`);
    const own = deploymentRestrictions === undefined ? {} : { deploymentRestrictions };
    declare(kind, "api", { ...lifecycle.args(platform.ids), ...more, ...own } as never);
  };
};
const path = async (segment = "application") => `/${segment}/${(await stack.resource("api")).id}/deploymentRestriction`;
const listed = async (segment?: string) => (await platform.request("GET", await path(segment))).body.results;
const restrictions = async (segment?: string): Promise<Restrictions> =>
  (await listed(segment)).map(({ id: _, ...each }: { id: string; mode: string; value: string }) => each);
const byHand = async (body: object) => platform.request("POST", await path(), { body: { type: "PATH", ...body } });
const run = async (step: Parameters<typeof stack.run>[0], wanted?: Restrictions) => {
  await forgetRequests(platform);
  return stack.run(step, program(wanted));
};
const route = "/application/{applicationId}/deploymentRestriction";
const one = `${route}/{deploymentRestrictionId}`;
const same = { same: 2 };
const update = { same: 1, update: 1 };

describe.each<[kind: Kind, segment: string]>([
  ["Application", "application"],
  ["Job", "job"],
  ["HelmService", "helm"],
  ["TerraformService", "terraform"],
])("the deployment restrictions of a resource of kind %s", (kind, segment) => {
  test("are created with it, changed, and removed", async () => {
    await stack.run("up", program([docs, src], kind));
    expect(await restrictions(segment)).toEqual(onPlatform(docs, src));
    expect((await stack.run("preview", program([src, docs], kind))).changes).toEqual(same);
    expect((await stack.run("refresh")).changes).toEqual(same);
    expect((await stack.run("up", program([{ ...docs, mode: "MATCH" }], kind))).changes).toEqual(update);
    expect(await restrictions(segment)).toEqual(onPlatform({ ...docs, mode: "MATCH" }));
    expect((await stack.run("up", program(undefined, kind))).changes).toEqual(update);
    expect(await restrictions(segment)).toEqual([]);
    expect((await stack.run("preview", program(undefined, kind))).changes).toEqual(same);
  });
});

describe("deployment restrictions", () => {
  test("take a request for each one that differs, and keep the others", async () => {
    await run("up", [docs, src]);
    expect(await requests(platform)).toMatchObject({ [`POST ${route} 201`]: 2 });
    expect(await requests(platform)).not.toHaveProperty([`GET ${route} 200`]);
    const [{ id }] = await listed();
    await run("up", [{ ...docs, mode: "MATCH" }, src, { mode: "MATCH", value: "lib/" }]);
    expect(await writes(platform)).toEqual([`PUT ${one} 200`, `POST ${route} 201`]);
    expect((await listed())[0]).toEqual({ id, type: "PATH", mode: "MATCH", value: "docs/" });
    await run("up", [src]);
    expect(await requests(platform)).toMatchObject({ [`GET ${route} 200`]: 1, [`DELETE ${one} 204`]: 2 });
  });

  test("cost nothing where a program gives none, and stay as others have made them", async () => {
    await run("up");
    await byHand(docs);
    await run("refresh");
    expect(Object.keys(await requests(platform)).filter((line) => line.includes("estriction"))).toEqual([]);
    await stack.run("up", program(undefined, "Application", { cpu: 900 }));
    expect(await restrictions()).toEqual(onPlatform(docs));
  });

  test("that others have made or changed are seen by a refresh and corrected", async () => {
    await run("up", [docs]);
    await byHand(src);
    await platform.request("PUT", `${await path()}/${(await listed())[0].id}`, {
      body: { ...onPlatform(docs)[0], mode: "MATCH" },
    });
    await run("refresh");
    expect((await stack.resource("api")).outputs.deploymentRestrictions).toEqual(
      onPlatform({ ...docs, mode: "MATCH" }, src),
    );
    const preview = await run("preview", [docs]);
    expect(preview.changes).toEqual(update);
    expect((await run("up", [docs])).changes).toEqual(update);
    expect(await restrictions()).toEqual(onPlatform(docs));
  });

  test("that are removed from the program leave those of others", async () => {
    await run("up", [docs]);
    await byHand(src);
    await run("up");
    expect(await restrictions()).toEqual(onPlatform(src));
  });

  test("of an empty list are none, whoever makes one", async () => {
    await run("up", []);
    expect((await run("preview", [])).changes).toEqual(same);
    await byHand(docs);
    await run("refresh");
    await run("up", []);
    expect(await restrictions()).toEqual([]);
  });

  test("whose create is lost are not created twice", async () => {
    const rules = [{ match: { method: "POST", route }, fault: "reset", when: "after", times: 1 }];
    await platform.request("PUT", "/_local/faults", { body: { rules } });
    await run("up", [docs, src]);
    expect(await restrictions()).toEqual(onPlatform(docs, src));
    await platform.request("DELETE", "/_local/faults");
  });

  test("of an adopted service are the program's from then on", async () => {
    await run("up");
    await byHand(src);
    const { id } = await stack.resource("api");
    const other = await openStack(platform, { env: { APP_PLATFORM_ENDPOINTS: "extended" } });
    await other.run("up", program([docs], "Application", { adoptId: id }));
    expect(await restrictions()).toEqual(onPlatform(docs));
    await other.close();
  });

  test("are refused at preview where a path is given twice, and with the documented endpoints", async () => {
    const twice = await stack.fails("preview", program([docs, { ...docs, mode: "MATCH" }]));
    expect(twice).toContain('deploymentRestrictions[1].value must be unique in the list; got "docs/", as in item 0');
    const documented = await openStack(platform, { env: { APP_PLATFORM_ENDPOINTS: "documented" } });
    const refused = await documented.fails("preview", program([docs]));
    expect(refused).toMatch(/AP2008: .*can't have `deploymentRestrictions`/);
    await documented.close();
  });
});
