/** What a request for a resource contains, what becomes of lists and values after it, and which responses describe another resource. */
import { describe, expect, it } from "vitest";
import * as errors from "../../../provider/errors/index.js";
import { type ApiRequest, extended } from "../../../provider/platform/endpoint.js";
import {
  receiveGranted,
  requireMatch,
  requireParent,
  secondsToWait,
  send,
  sendRequest,
} from "../../../provider/resource/send.js";
import type { Call, Value, Values } from "../../support/provider.js";
import { definitionOf } from "../support/fake-platform.js";

const failed = { purpose: "Updating", method: "PUT", path: "/", details: [], retryAfterSeconds: 0 };
const [get, put] = [extended("GET /thing/{id}"), extended("PUT /thing/{id}")];

/** A call on a platform that responds like this, with the requests that it got. */
function calling(response: Value | Error = {}) {
  const sent: ApiRequest[] = [];
  const counts = { forgotten: 0, touched: 0 };
  const client = {
    async send(request: ApiRequest) {
      sent.push(request);
      if (response instanceof Error) throw response;
      return response;
    },
    receive: async (request: ApiRequest) => ({ json: await client.send(request), status: 200, headers: {} }),
  };
  const lists = { forget: () => void counts.forgotten++ };
  const call = { definition: definitionOf("Container"), label: 'Container "web"', platform: { client, lists } };
  return { call: call as unknown as Call, sent, counts, touch: () => void counts.touched++ };
}

describe("send", () => {
  it("sends its purpose with the label of the resource, and formats paths as programs write them", async () => {
    const { call, sent } = calling();
    await send(call, get, { id: "1" }, "Reading");
    expect(sent).toEqual([
      { endpoint: get, members: { id: "1" }, purpose: 'Reading Container "web"', format: expect.any(Function) },
    ]);
    expect(sent[0]?.format?.("ports[1].internal_port")).toBe("ports[1].internalPort");
  });

  it.each([true, false])("sends a body with `isRepeatable` as the caller sets it: %s", async (isRepeatable) => {
    const { call, sent } = calling();
    await send(call, put, { id: "1" }, "Updating", { cpu: 1 }, isRepeatable);
    expect(sent).toMatchObject([{ body: { cpu: 1 }, isRepeatable }]);
  });

  it("sends a granted destructive request as repeatable (receiveGranted)", async () => {
    const { call, sent } = calling();
    const grant = {} as never;
    await receiveGranted(call, grant, put as never, { id: "1" }, "Replacing");
    expect(sent).toMatchObject([{ grant, isRepeatable: true }]);
    expect(sent[0]).not.toHaveProperty("body");
  });
});

describe("sendRequest", () => {
  const lost = { reason: "broken", isSent: true, isPermanent: false };
  const unsent = new errors.UnreachableError("", "", { ...lost, isSent: false });
  const several = new errors.UnexpectedStatusError({ ...failed, status: 207 });
  it.each<[what: string, method: typeof put, response: Value | Error, forgotten: number, touched: number]>([
    ["keeps cached lists after a read", get, {}, 0, 1],
    ["drops cached lists and marks values as changed after a write", put, {}, 1, 1],
    ["marks no value after a rejected write (400)", put, new errors.RejectedError({ ...failed, status: 400 }), 1, 0],
    ["marks no value after a write that wasn't sent", put, unsent, 1, 0],
    ["marks values as changed after a lost response", put, new errors.UnreachableError("", "", lost), 1, 1],
    ["marks values as changed after several results (207)", put, several, 1, 1],
    ["marks values as changed after an interruption", put, new errors.InterruptedError("Updating"), 1, 1],
    ["marks values as changed after any other error", put, new TypeError("no"), 1, 1],
  ])("%s", async (_, method, response, forgotten, touched) => {
    const { call, counts, touch } = calling(response);
    const request = { endpoint: method, members: { id: "1" }, purpose: "" };
    const outcome = await sendRequest(call, request, touch).catch((error) => error);
    expect(outcome).toBe(response);
    expect(counts).toEqual({ forgotten, touched });
  });
});

describe("requireMatch", () => {
  const call = { definition: definitionOf("Container") };
  const requested = { id: "a1", environmentId: "e1" };
  const names = ["id", "environmentId"];
  const of = (response: Values) => ({ id: "a1", environment: { id: "e1" }, ...response });
  it.each<[what: string, response: Values, problem: RegExp | undefined]>([
    ["accepts the same resource", of({}), undefined],
    ["refuses the ID in another letter case", of({ id: "A1" }), /a resource has the id "A1" instead of "a1"/],
    ["accepts a response without the parent", { id: "a1" }, undefined],
    ["refuses another resource", of({ id: "a2" }), /a resource has the id "a2" instead of "a1"/],
    ["refuses another parent", of({ environment: { id: "e2" } }), /the environment\.id "e2" instead of "e1"/],
    ["refuses a response without an ID", of({ id: null }), /a resource has no id, but environment/],
    ["refuses a number as the ID", of({ id: 1 }), /a resource has the id 1 instead of "a1"/],
    ["refuses an empty ID", of({ id: "" }), /a resource has the id "", which is neither/],
  ])("%s", (_, response, problem) => {
    const check = () => requireMatch(call, response, requested, names, "Reading");
    if (problem === undefined) expect(check).not.toThrow();
    else expect(check).toThrow(problem);
  });

  it("compares only the parent in requireParent, and only if the request has one", () => {
    const check = (response: Values, members: Values) => () => requireParent(call, response, members, names, "Saving");
    expect(check({ environment: { id: "e1" } }, requested)).not.toThrow();
    expect(check({ environment: { id: "e2" } }, { id: "a1" })).not.toThrow();
    expect(check({ environment: { id: "e2" } }, requested)).toThrow('"e2" instead of "e1"');
  });

  it("compares arguments by their names in responses, except those that no response contains", () => {
    const [field] = Object.values(call.definition.args);
    const definition = {
      ...call.definition,
      args: { hidden: { ...field, returned: "never" }, placeId: { ...field, wire: "place", response: undefined } },
    } as never;
    const check = (response: Values) => () =>
      requireParent({ definition }, response, { hidden: "h", placeId: "p" }, ["hidden", "placeId", "other"], "Saving");
    expect(check({ hidden: "x", place: "p" })).not.toThrow();
    expect(check({ place: "q" })).toThrow('a resource has the place "q" instead of "p"');
  });
});

describe("secondsToWait", () => {
  const call = (deadline: number | undefined, kind = "DeploymentTrigger") =>
    ({ definition: definitionOf(kind), platform: { deadline, clock: { elapsed: () => 10_000 } } }) as unknown as Call;
  const usual = definitionOf("DeploymentTrigger").args.timeoutSeconds?.default;
  it.each<[what: string, call: Call, values: Values, seconds: unknown]>([
    ["is timeoutSeconds if the program sets it, even with customTimeouts", call(70_000), { timeoutSeconds: 5 }, 5],
    ["is what remains of customTimeouts (the deadline) if timeoutSeconds is omitted", call(70_400), {}, 60],
    ["is 0 if customTimeouts has passed", call(9_000), {}, 0],
    ["is the default of the kind if neither is set", call(undefined), {}, usual ?? 30],
    ["is 30 if the kind has no default", call(undefined, "Container"), {}, 30],
  ])("%s", (_, each, values, seconds) => {
    expect(secondsToWait(each, values, 30)).toBe(seconds);
  });
});
