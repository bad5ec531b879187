/** The records below a resource that a program gives as a list: the deployment restrictions of a service. */
import { describe, expect, it } from "vitest";
import { application, ids } from "../../../kinds/fixtures.js";
import { managed } from "../../../support/frontend.js";
import type { Values } from "../../../support/provider.js";
import {
  type Answer,
  type ConnectedOptions,
  failureOf,
  fakePlatform,
  lifecycle,
  listing,
  lost,
} from "../../support/fake-platform.js";

const platform = fakePlatform();
const id = String(application.response.id);
const all = `/application/${id}/deploymentRestriction`;
const one = `GET /application/${id}`;

const record = (number: number, value: string, mode = "MATCH"): Values => ({
  id: `r${number}`,
  mode,
  type: "PATH",
  value,
});
const item = (value: string, mode = "MATCH"): Values => ({ mode, value });
const args = (...deploymentRestrictions: Values[]): Values => ({
  ...application.program,
  ...application.path,
  deploymentRestrictions,
});
const { deploymentRestrictions: _, ...bare } = args();
const cycle = (options: ConnectedOptions = {}) =>
  lifecycle("Application", platform.url, { endpoints: "extended", ...options });
/** What was sent to the records, with the paths of those that were written. */
const sent = () =>
  platform.arrived
    .filter(({ line }) => line.includes(all) && !line.startsWith("GET"))
    .map(({ line, body }) =>
      `${line.replace(` ${all}`, " ")} ${(body as Values | undefined)?.value ?? ""}`.trim().replace("  ", " "),
    );

async function update(before: Values[] | undefined, desired: Values[] | undefined, there: Values[]) {
  platform.on(one, [200, application.response]).on(`PUT /application/${id}`, [200, application.response]);
  platform.on(`GET ${all}`, listing(...there)).on(`POST ${all}`, [201, {}]);
  for (const each of there) {
    platform.on(`PUT ${all}/${each.id}`, [200, {}]).on(`DELETE ${all}/${each.id}`, [204]);
  }
  const state = { ...application.outputs, ...(before && { deploymentRestrictions: before }) };
  const old = before === undefined ? bare : args(...before);
  const inState = managed({ ...state, ...old }, old);
  const { outputs } = await cycle().update(id, inState, desired === undefined ? bare : args(...desired));
  return (outputs as Values).deploymentRestrictions;
}

describe("update of deploymentRestrictions", () => {
  const [a, b] = [item("src/"), item("docs/")];
  const [one, two, foreign] = [record(1, "src/"), record(2, "docs/"), record(3, "other/")];
  type Items = Values[] | undefined;
  it.each<[what: string, before: Items, desired: Items, there: Values[], lines: string[]]>([
    ["creates a new item", [a], [a, b], [one], ["POST docs/"]],
    ["updates a changed item", [a], [item("src/", "EXCLUDE")], [one], ["PUT /r1 src/"]],
    ["deletes a removed item", [a, b], [a], [one, two], ["DELETE /r2"]],
    ["deletes an item of others", [a], [a, b], [one, foreign], ["DELETE /r3", "POST docs/"]],
    ["creates an item that others deleted", [a, b], [a, item("docs/", "EXCLUDE")], [one], ["POST docs/"]],
    ["deletes all items for an empty list", [a], [], [one, foreign], ["DELETE /r1", "DELETE /r3"]],
    ["deletes its own items if the list is removed", [a], undefined, [one, foreign], ["DELETE /r1"]],
    ["sends nothing without a change", [a, b], [b, a], [one], []],
    [
      "leaves those on the platform as they are, and reads nothing, if the program omits them",
      undefined,
      undefined,
      [one],
      [],
    ],
  ])("%s", async (_, before, desired, there, lines) => {
    const kept = await update(before, desired, there);
    expect(sent()).toEqual(lines);
    expect(kept ?? undefined).toEqual(desired === undefined ? undefined : expect.arrayContaining(desired));
    expect(platform.lines().includes(`GET ${all}`)).toBe(lines.length > 0);
  });
});

describe("create with deploymentRestrictions", () => {
  const post = `POST /environment/${ids.environment}/application`;
  it("creates each item in turn, and reads no list", async () => {
    platform.on(post, [201, application.response]).on(`POST ${all}`, [201, {}]);
    const { outputs } = await cycle().create(args(item("src/"), item("docs/", "EXCLUDE")));
    expect(sent()).toEqual(["POST src/", "POST docs/"]);
    expect(platform.arrived.findLast(({ line }) => line === `POST ${all}`)?.body).toEqual({
      mode: "EXCLUDE",
      type: "PATH",
      value: "docs/",
    });
    expect((outputs as Values).deploymentRestrictions).toEqual([item("src/"), item("docs/", "EXCLUDE")]);
    expect(platform.lines()).not.toContain(`GET ${all}`);
  });

  const other = record(1, "src/", "EXCLUDE");
  it.each<[what: string, answers: Answer[], there: Values[], lines: string[]]>([
    ["finds the created item after a lost response", [lost], [record(1, "src/")], ["POST src/"]],
    ["adopts and updates the item of a conflict", [[409]], [other], ["POST src/", "PUT /r1 src/"]],
    [
      "repeats a lost request that created no item",
      [lost, [201, {}]],
      [record(1, "docs/")],
      ["POST src/", "POST src/"],
    ],
  ])("%s", async (_, answers, there, lines) => {
    platform.on(post, [201, application.response]).on(`POST ${all}`, ...answers);
    platform.on(`GET ${all}`, listing(...there)).on(`PUT ${all}/r1`, [200, {}]);
    await cycle().create(args(item("src/")));
    expect(sent()).toEqual(lines);
  });

  it.each<[what: string, answer: Answer]>([
    ["an unexplained conflict (409)", [409, {}]],
    ["a rejection (400)", [400, { detail: "no" }]],
  ])("stores the Application without the item after %s", async (_, answer) => {
    platform.on(post, [201, application.response]).on(`POST ${all}`, answer).on(`GET ${all}`, listing());
    const failure = await failureOf(cycle().create(args(item("src/"))));
    expect(failure.id).toBe(id);
    expect((failure.properties as Values).deploymentRestrictions ?? undefined).toBeUndefined();
    expect(String(failure.reasons)).toContain("writing its deployment restrictions");
  });
});

describe("refresh of deploymentRestrictions", () => {
  const state = (...deploymentRestrictions: Values[]) => ({
    ...application.outputs,
    ...args(...deploymentRestrictions),
  });
  const read = async (values: Values, answer: Answer, options: ConnectedOptions = {}) => {
    platform.on(one, [200, application.response]).on(`GET ${all}`, answer);
    platform.on(`GET /environment/${ids.environment}/application`, listing(application.response));
    const found = await cycle(options).read(id, values);
    return ((found as { outputs: Values }).outputs.deploymentRestrictions as Values[] | undefined)?.map(
      (each) => each.value,
    );
  };

  it.each<[what: string, before: Values[], answer: Answer, values: unknown]>([
    ["keeps the order", [item("b"), item("a")], listing(record(1, "a"), record(2, "b")), ["b", "a"]],
    ["appends items of others", [item("b")], listing(record(1, "a"), record(2, "b")), ["b", "a"]],
    ["returns an empty list if the platform has no items", [item("b")], listing(), []],
    ["preserves the state if the platform doesn't have the call (404)", [item("b")], [404, {}], ["b"]],
  ])("%s", async (_, before, answer, values) => {
    expect(await read(state(...before), answer)).toEqual(values);
  });

  it("sends no request if the program sets none, or with documented endpoints", async () => {
    expect(await read({ ...application.outputs, ...bare }, listing(record(1, "a")))).toBeUndefined();
    expect(await read(state(item("b")), listing(record(1, "a")), { endpoints: "documented" })).toEqual(["b"]);
    expect(platform.lines()).not.toContain(`GET ${all}`);
  });
});
