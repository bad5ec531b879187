import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import { anonymous, callsWithBody } from "../../kinds/documentedCalls.js";
import { sample } from "../../support/full.js";
import { kindOf, servedCalls } from "../access/endpoints.js";
import { openedWorld, pathOf } from "../access/world.js";
import { readDocument } from "../fuzzing/document.js";
import { startPlatformProcess } from "../support/platform-process.js";
import { sendRaw } from "../support/raw.js";
import { polluting, sorts, type Write } from "./sorts.js";

const world = openedWorld(startPlatformProcess);

/** Whether a value stands anywhere in another one. */
function holds(whole: unknown, value: unknown): boolean {
  // -0 has no spelling of its own in what JavaScript writes.
  if (isDeepStrictEqual(whole, value) || (value === 0 && whole === 0)) return true;
  return typeof whole === "object" && whole !== null && Object.values(whole).some((each) => holds(each, value));
}

/** Those that say in their path all that there is to say. */
const withoutBody = [
  ...["POST /environment/{}/stop", "POST /environment/{}/redeploy", "POST /organization/{}/cluster/{}/deploy"],
  ...["POST /organization/{}/cluster/{}/stop", "PUT /deploymentStage/{}/service/{}"],
  ...["PUT /deploymentStage/{}/moveAfter/{}", "PUT /deploymentStage/{}/moveBefore/{}"],
];
const writingCalls = servedCalls.filter((call) => /^(POST|PUT)/.test(call) && !withoutBody.includes(call));

function writeOf(call: string): Write {
  const { body, places } = world.endpointOf(call);
  if (body === undefined || places === undefined) throw new Error(`${call} has no places for hostile values.`);
  return { call, body, ...places };
}

it("matrix of hostile bodies has every call with a body", () => {
  const { operations } = readDocument();
  const withBody = operations.filter(({ body }) => body !== undefined);
  expect([...writingCalls].sort()).toEqual(withBody.map(({ method, path }) => anonymous(`${method} ${path}`)).sort());
  expect(writingCalls).toEqual(expect.arrayContaining([...callsWithBody]));
});

/** Without `FULL=1`, each call meets some of the sorts and lies, and each of these some calls. */
describe.each(writingCalls.map((call, place) => [kindOf(call), call, place] as const))("%s: %s", (_, call, place) => {
  it.each(sample(Object.keys(sorts), place, 12))(
    "stores the body as sent or refuses it without a change: %s",
    async (sort) => {
      const endpoint = world.endpointOf(call);
      const hostile = sorts[sort]?.(writeOf(call));
      if (hostile === undefined) throw new Error(`There is no ${sort}.`);
      const answer = await world.send(endpoint, { body: hostile.body, headers: { ...hostile.headers } });
      const after = JSON.stringify(await world.content());
      if (hostile.expected === "kept") expect(answer.status).toBe(endpoint.success);
      else if (hostile.expected === "either") expect([400, endpoint.success]).toContain(answer.status);
      else expect(answer.status).toBe(hostile.expected);
      expect(JSON.stringify(answer.body) + after).not.toContain(polluting);
      if (answer.status === endpoint.success) {
        await expect(world.unchanged()).rejects.toThrow();
        if (hostile.value !== undefined) expect(holds(JSON.parse(after), hostile.value)).toBe(true);
        await world.restore();
      } else {
        await world.unchanged();
        expect(answer.body).toMatchObject({ status: answer.status, detail: expect.any(String) });
      }
    },
  );

  const head = (length: string) => {
    const [method] = call.split(" ");
    const authorization = `Authorization: Bearer ${world.platform.tokens.admin}`;
    return `${method} ${pathOf(world.endpointOf(call))} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${authorization}\r\nContent-Type: application/json\r\n${length}\r\n\r\n`;
  };
  const good = () => JSON.stringify(writeOf(call).body);
  const chunk = `8000\r\n${" ".repeat(0x8000)}\r\n`;

  /** Bodies that are not as long as they say; each with the statuses that may answer them; nothing answers half a request. */
  const lies: Readonly<Record<string, () => readonly [pieces: (string | null)[], allowed: (number | undefined)[]]>> = {
    "a length that is too short": () => [[head(`Content-Length: ${good().length - 5}`), good()], [400]],
    "a length that is too long": () => [[head(`Content-Length: ${good().length + 5}`), good(), null], [400]],
    "a length of 2 GiB": () => [[head("Content-Length: 2147483648"), good()], [413]],
    "two lengths": () => [[head(`Content-Length: ${good().length}\r\nContent-Length: 2`), good()], [400]],
    "a length and chunks": () => [
      [head(`Content-Length: 2\r\nTransfer-Encoding: chunked`), `2\r\n{}\r\n0\r\n\r\n`],
      [400],
    ],
    // Cut off in the middle, the sender may see that before the response.
    "chunks without end": () => [
      [head("Transfer-Encoding: chunked"), chunk.repeat(600)],
      [413, undefined],
    ],
    "chunks beyond 1 MiB": () => [[head("Transfer-Encoding: chunked"), chunk.repeat(40), "0\r\n\r\n"], [413]],
    "chunks that are cut": () => [[head("Transfer-Encoding: chunked"), "ff\r\n{}", null], [400]],
  };

  it.each(sample(Object.keys(lies), place, 12))(
    "refuses a body of another length without a change: %s",
    async (lie) => {
      const [pieces, allowed] = lies[lie]?.() ?? [[], []];
      const { status } = await sendRaw(world.platform.url, pieces);
      expect(allowed).toContain(status);
      await world.unchanged();
    },
  );
});

it("hostile bodies change no default and cause no log entry", async () => {
  const path = `/environment/${world.platform.ids.environment}/database`;
  const body = { name: "plain", type: "REDIS", version: "7", mode: "CONTAINER" };
  const { body: made } = await world.platform.request("POST", path, { body });
  expect(made).toMatchObject({ cpu: 250, description: null, name: "plain" });
  expect(world.platform.logs()).toBe("");
});
