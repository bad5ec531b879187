/** Deployment restrictions: a program that gives the list owns all of it, on every kind that may be built from git. */
import { describe, expect, test } from "vitest";
import { type Kind, records } from "../kinds/index.js";
import { declare } from "./support/declare.js";
import { opened } from "./support/opened.js";

const { platform, stack } = opened({ endpoints: "extended", isFresh: true });

type Restrictions = readonly { readonly mode: string; readonly type?: string; readonly value: string }[];

const docs = { mode: "EXCLUDE", value: "docs/" };
const src = { mode: "MATCH", value: "src/" };
const onPlatform = (...all: Restrictions) => all.map((each) => ({ type: "PATH", ...each }));

const program = (deploymentRestrictions?: Restrictions, kind: Kind = "Application") => {
  return (): void => {
    const args = records[kind].lifecycle.args(platform.ids);
    declare(kind, "api", { ...args, ...(deploymentRestrictions && { deploymentRestrictions }) });
  };
};
const path = async (segment = "application") => `/${segment}/${(await stack.resource("api")).id}/deploymentRestriction`;
const listed = async (segment?: string) => (await platform.request("GET", await path(segment))).body.results;
const restrictions = async (segment?: string): Promise<Restrictions> =>
  (await listed(segment)).map(({ type, mode, value }: Record<"type" | "mode" | "value", string>) => ({
    type,
    mode,
    value,
  }));
const byHand = async (body: object) => platform.request("POST", await path(), { body: { type: "PATH", ...body } });
const same = { same: 2 };
const update = { same: 1, update: 1 };

describe.each<[kind: Kind, segment: string]>([
  ["Application", "application"],
  ["Job", "job"],
  ["HelmService", "helm"],
  ["TerraformService", "terraform"],
])("deploymentRestrictions of a %s", (kind, segment) => {
  test("are created with it, updated and removed", async () => {
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

test("deploymentRestrictions: changes of others are drift, which the next up corrects", async () => {
  await stack.run("up", program([docs]));
  await byHand(src);
  await platform.request("PUT", `${await path()}/${(await listed())[0].id}`, {
    body: { ...onPlatform(docs)[0], mode: "MATCH" },
  });
  await stack.run("refresh");
  expect((await stack.resource("api")).outputs.deploymentRestrictions).toEqual(
    onPlatform({ ...docs, mode: "MATCH" }, src),
  );
  expect((await stack.run("preview", program([docs]))).changes).toEqual(update);
  expect((await stack.run("up", program([docs]))).changes).toEqual(update);
  expect(await restrictions()).toEqual(onPlatform(docs));
  await byHand(src);
  await stack.run("up", program());
  expect(await restrictions()).toEqual(onPlatform(src));
});

test("deploymentRestrictions: a repeated path is refused", async () => {
  expect(await stack.fails("preview", program([docs, { ...docs, mode: "MATCH" }]))).toContain(
    'deploymentRestrictions[1].value must be unique in the list; got "docs/", as in item 0',
  );
});
