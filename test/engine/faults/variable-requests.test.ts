/** Every fault at every call for a variable: it is got over, or the next update completes what it left. */
import * as pulumi from "@pulumi/pulumi";
import { Container } from "pulumi-app-platform";
import { describe, expect, test } from "vitest";
import { sample } from "../../support/full.js";
import { containerArgs } from "../support/declare.js";
import { shownVariables, variablesOf } from "../support/existing.js";
import { opened } from "../support/opened.js";
import { type Fault, faults } from "./faults.js";

const calls = [
  { method: "GET", route: "/variable" },
  { method: "POST", route: "/variable" },
  { method: "POST", route: "/variable/import" },
  { method: "PUT", route: "/variable/{variableId}" },
  { method: "DELETE", route: "/variable/{variableId}" },
] as const;

/** What a rule of the backend can bring about without the time of a try. */
const rules = faults.flatMap((fault) =>
  typeof fault.cause === "object" && !fault.isSlow ? [{ ...fault, cause: fault.cause }] : [],
);
/** A delete of what is not there is done, according to the platform. */
const isDone = ({ name }: Fault, { method }: Pick<(typeof calls)[number], "method">) =>
  method === "DELETE" && name === "404";

const { platform, stack } = opened({ endpoints: "extended", isFresh: true });

const program = (variables: Record<string, pulumi.Input<string>>) => () =>
  void new Container("web", containerArgs(platform, { variables }));
const before = program({ SAME: "1", EDITED: "2", REMOVED: "3" });
const kept = { SAME: "1", EDITED: "20", TOKEN: pulumi.secret("s3cr3t-canary-4711") };
/** Several that are added are created with one request. */
const addedBy = (route: string) => (route === "/variable" ? {} : { ADDED: "4" });
/** What a create of several does not do, or does unseen, the creates of each one and a list do. */
const isReplaced = (route: string) => route === "/variable/import";

async function onPlatform(): Promise<Record<string, unknown>> {
  const { id } = await stack.resource("web");
  const keys = (await variablesOf(platform, id)).map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  return shownVariables(platform, id);
}

/** Without `FULL=1`, each fault is met by one of the calls. */
describe.each(calls.map((call, place) => ({ ...call, place })))(
  "update of variables with a fault at $method $route",
  ({ place, ...call }) => {
    test.each(sample(rules, place, calls.length).filter((fault) => !isDone(fault, call)))(
      "succeeds, or fails with the fault's code and is completed by the next update: $name",
      async ({ cause, code, passes, ways }) => {
        const added = addedBy(call.route);
        const after = program({ ...kept, ...added });
        await stack.run("up", before);
        const isStaying = ways?.includes("staying") === true && ways.length === 1;
        const rule = { match: call, ...cause, times: isStaying ? null : 1 };
        expect((await platform.request("PUT", "/_local/faults", { body: { rules: [rule] } })).status).toBe(200);
        if (passes || isReplaced(call.route)) await stack.run("up", after);
        else expect(await stack.fails("up", after)).toContain(code);
        await platform.request("DELETE", "/_local/faults");
        await stack.run("up", after);
        expect(await onPlatform()).toEqual({ SAME: "1", EDITED: "20", ...added, TOKEN: "secret" });
        expect((await stack.run("preview", after)).changes).toEqual({ same: 2 });
        expect((await stack.run("refresh")).changes).toEqual({ same: 2 });
      },
    );
  },
);
