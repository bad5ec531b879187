/** Deployment restrictions: a program that gives the list owns all of it. */
import { expect, test } from "vitest";
import { records } from "../kinds/index.js";
import { declare } from "./support/declare.js";
import { opened } from "./support/opened.js";

const { platform, stack } = opened({ endpoints: "extended", isFresh: true });

type Restrictions = readonly { readonly mode: string; readonly type?: string; readonly value: string }[];

const docs = { mode: "EXCLUDE", value: "docs/" };
const src = { mode: "MATCH", value: "src/" };
const onPlatform = (...all: Restrictions) => all.map((each) => ({ type: "PATH", ...each }));

const program = (deploymentRestrictions?: Restrictions) => (): void => {
  const args = records.Application.lifecycle.args(platform.ids);
  declare("Application", "api", { ...args, ...(deploymentRestrictions && { deploymentRestrictions }) });
};
const path = async () => `/application/${(await stack.resource("api")).id}/deploymentRestriction`;
const listed = async () => (await platform.request("GET", await path())).body.results;
const restrictions = async (): Promise<Restrictions> =>
  (await listed()).map(({ type, mode, value }: Record<"type" | "mode" | "value", string>) => ({ type, mode, value }));
const byHand = async (body: object) => platform.request("POST", await path(), { body: { type: "PATH", ...body } });
const same = { same: 2 };
const update = { same: 1, update: 1 };

test("deploymentRestrictions are created with their service, updated and removed", async () => {
  await stack.run("up", program([docs, src]));
  expect(await restrictions()).toEqual(onPlatform(docs, src));
  expect((await stack.run("preview", program([src, docs]))).changes).toEqual(same);
  expect((await stack.run("refresh")).changes).toEqual(same);
  expect((await stack.run("up", program([{ ...docs, mode: "MATCH" }]))).changes).toEqual(update);
  expect(await restrictions()).toEqual(onPlatform({ ...docs, mode: "MATCH" }));
  expect((await stack.run("up", program())).changes).toEqual(update);
  expect(await restrictions()).toEqual([]);
  expect((await stack.run("preview", program())).changes).toEqual(same);
});

test("deploymentRestrictions changed by hand are drift, which the next up reverts", async () => {
  await stack.run("up", program([docs]));
  await byHand(src);
  await platform.request("PUT", `${await path()}/${(await listed())[0].id}`, {
    body: { ...onPlatform(docs)[0], mode: "MATCH" },
  });
  await stack.run("refresh");
  expect((await stack.resource("api")).outputs.deploymentRestrictions).toEqual(
    onPlatform({ ...docs, mode: "MATCH" }, src),
  );
  expect((await stack.run("up", program([docs]))).changes).toEqual(update);
  expect(await restrictions()).toEqual(onPlatform(docs));
  await byHand(src);
  await stack.run("up", program());
  expect(await restrictions()).toEqual(onPlatform(src));
});
