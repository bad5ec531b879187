import { isDeepStrictEqual } from "node:util";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { referenceName } from "../../../provider/definition/references.js";
import { definitions } from "../../../provider/kinds/index.js";
import { anonymous } from "../../kinds/documentedCalls.js";
import { sample } from "../../support/full.js";
import { type Endpoint, kindOf, type Place, type Places, servedCalls } from "../access/endpoints.js";
import { openedWorld, pathOf } from "../access/world.js";
import { readDocument } from "../fuzzing/document.js";
import type { Body } from "../support/bodies.js";
import { startPlatformProcess } from "../support/platform-process.js";
import { sendRaw } from "../support/raw.js";

/** Text that must not be found anywhere afterwards. */
const polluting = "polluted-3f81";

interface Hostile {
  readonly body: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * What the contract gives: a refusal with this status; `kept` for an honest request in spite of its looks, whose value
   * must then be there as it was sent; `either` where a member's own rules decide, with the same of what is kept.
   */
  readonly expected: number | "kept" | "either";
  /** What has to be found afterwards where it is kept. */
  readonly value?: unknown;
}

const mebibyte = 1024 * 1024;
const json = (value: unknown) => JSON.stringify(value);
const nested = (open: string, close: string, levels: number) => `${open.repeat(levels)}1${close.repeat(levels)}`;
const objects = (levels: number) => nested('{"a":', "}", levels);
const arrays = (levels: number) => nested("[", "]", levels);
const many = (count: number, item: string) => `[${Array(count).fill(item).join(",")}]`;

/** Calls of which every member may be omitted, although a body is required. */
const needsNoMember = ["PUT /database/{}", "PUT /environment/{}"];
/** Calls for which nothing at all is enough. */
const needsNoBody = ["POST /environment/{}/cancelDeployment", "PUT /deploymentStage/{}/service/{}"];

/** A call with a body, and the places in it where a hostile value may stand. */
type Write = Pick<Endpoint, "call"> & Places & { readonly body: Body };

type Sort = (write: Write) => Hostile;

/** The body with another value at a place, as JSON; the value is JSON already, so that it may be what no program can hold. */
function withJson(body: Body, place: Place, json: string): string {
  const mark = "a mark that stands for the value";
  const copy = structuredClone(body);
  const holder = place.slice(0, -1).reduce<Record<string | number, unknown>>((value, key) => value[key] as never, copy);
  holder[place.at(-1) ?? ""] = mark;
  return JSON.stringify(copy).replace(JSON.stringify(mark), () => json);
}

/** The body with a further member at its top, as JSON. */
function withMember(body: Body, member: string): string {
  return `{${member},${JSON.stringify(body).slice(1)}`;
}

const whole =
  (body: string, expected: Hostile["expected"] = 400): Sort =>
  () => ({ body, expected });

/** A value as JSON in place of a text. */
const inText =
  (value: string, expected: Hostile["expected"] = 400): Sort =>
  ({ body, text }) => ({ body: withJson(body, text, value), expected });
const inNumber =
  (value: string): Sort =>
  ({ body, number }) => ({ body: withJson(body, number, value), expected: "either", value: JSON.parse(value) });
const inList =
  (value: string): Sort =>
  ({ body, list }) => ({ body: withJson(body, list, value), expected: "either", value: JSON.parse(value) });

/** Text that is allowed wherever any text is, however odd it looks. */
const oddText =
  (odd: string): Sort =>
  ({ body, text, longest = odd.length }) => ({
    body: withJson(body, text, json(odd)),
    expected: odd.length <= longest ? "kept" : 400,
    value: odd,
  });

/** A member that the API does not have, which is ignored. An advanced setting that the platform does not have is refused. */
const withMembers =
  (member: string): Sort =>
  ({ call, body }) => ({ body: withMember(body, member), expected: call.endsWith("/advancedSettings") ? 400 : "kept" });

const padded =
  (bytes: number, expected: Hostile["expected"]): Sort =>
  ({ body }) => ({ body: json(body).padEnd(bytes - Buffer.byteLength(json(body)) + json(body).length), expected });

const recoded =
  (encode: (text: string) => Buffer, expected: Hostile["expected"], headers?: Record<string, string>): Sort =>
  ({ body }) => ({ body: encode(json(body)), expected, ...(headers === undefined ? {} : { headers }) });

const bytesInText =
  (...bytes: number[]): Sort =>
  ({ body, text }) => {
    const [before = "", after = ""] = withJson(body, text, '"?"').split("?");
    return { body: Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]), expected: 400 };
  };

const pollution = json({ polluted: polluting, cpu: 31_000, name: polluting, description: polluting });
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le");
const type = (charset: string) => ({ "content-type": `application/json; charset=${charset}` });

const sorts: Readonly<Record<string, Sort>> = {
  "an empty body": ({ call }) => ({ body: "", expected: needsNoBody.includes(call) ? "kept" : 400 }),
  null: whole("null"),
  "a list": whole("[]"),
  "a text": whole('"text"'),
  "half an object": whole('{"name":'),
  "two objects": ({ body }) => ({ body: json(body).repeat(2), expected: 400 }),
  "a comment": ({ body }) => ({ body: `/* */${json(body)}`, expected: 400 }),
  "NaN in place of a value": inText("NaN"),

  "100,000 objects deep": whole(objects(100_000), "either"),
  "100,000 lists deep": whole(arrays(100_000)),
  "100,000 lists deep in place of a text": inText(arrays(100_000)),
  "10,000 objects deep in an unknown member": withMembers(`"deep":${objects(10_000)}`),
  "100,000 lists deep, never closed": whole("[".repeat(100_000)),

  "exactly 1 MiB": padded(mebibyte, "kept"),
  "1 MiB and one byte": padded(mebibyte + 1, 413),
  "a text of 900,000 characters": oddText("x".repeat(900_000)),
  "a key of 900,000 characters": withMembers(`"${"x".repeat(900_000)}":1`),
  "50,000 members": withMembers(Array.from({ length: 50_000 }, (_, index) => `"m${index}":1`).join(",")),

  __proto__: withMembers(`"__proto__":${pollution}`),
  "constructor and prototype": withMembers(`"constructor":{"prototype":${pollution}},"prototype":${pollution}`),
  "__proto__ deep inside": withMembers(`"x":{"y":[{"__proto__":${pollution}}]}`),
  "__proto__ written with escapes": withMembers(`"\\u005f_proto__":${pollution}`),
  "__proto__ in place of the members": ({ body, call }) => ({
    body: `{"__proto__":${json(body)}}`,
    expected: [...needsNoBody, ...needsNoMember].includes(call) ? "either" : 400,
  }),
  "toString, valueOf and hasOwnProperty": withMembers('"toString":1,"valueOf":null,"hasOwnProperty":{},"toJSON":"x"'),

  "every member twice": ({ body }) => ({ body: `${json(body).slice(0, -1)},${json(body).slice(1)}`, expected: "kept" }),
  "a member twice, first of the wrong type": ({ body, text }) => ({
    body: `{"${text[0]}":[[]],${(String(text[0]) in body ? json(body) : withJson(body, text, '"new"')).slice(1)}`,
    expected: "kept",
  }),
  "a member twice, last of the wrong type": ({ body, text }) => ({
    body: `${json(body).slice(0, -1)},"${text[0]}":[[]]}`,
    expected: 400,
  }),

  "the first half of a surrogate pair": inText('"a\\ud800z"'),
  "the halves of a pair the wrong way round": inText('"a\\udc00\\ud800z"'),
  "half a surrogate pair in a key": withMembers('"\\ud800":1'),

  "1e400": inNumber("1e400"),
  "1e-400": inNumber("1e-400"),
  "2^53 + 1": inNumber("9007199254740993"),
  "1e21": inNumber("1e21"),
  "-0": inNumber("-0"),
  "a number of 100,000 digits": inNumber("9".repeat(100_000)),
  "a fraction": inNumber("100.5"),

  "10,000 empty objects in a list": inList(many(10_000, "{}")),
  "10,000 texts in a list": inList(many(10_000, '"x"')),
  "an object in place of a list": inList('{"length":10000}'),

  "a byte that isn't UTF-8": bytesInText(0xff),
  "an overlong character": bytesInText(0xc0, 0xaf),
  "a bare control character": bytesInText(0x01),
  "a byte order mark": recoded((text) => Buffer.from(`\ufeff${text}`), "kept"),
  "UTF-16 with its charset": recoded(utf16, 415, type("utf-16")),
  "Latin-1 with its charset": recoded((text) => Buffer.from(text, "latin1"), 415, type("iso-8859-1")),
  "gzip with content-encoding: gzip": recoded((text) => gzipSync(text), 415, { "content-encoding": "gzip" }),
  "gzip without content-encoding": recoded((text) => gzipSync(text), 400),
  "plain text with content-encoding: gzip": recoded((text) => Buffer.from(text), 415, { "content-encoding": "gzip" }),
  "plain text with content-encoding: identity": recoded((text) => Buffer.from(text), "kept", {
    "content-encoding": "identity",
  }),

  "NUL characters": oddText(`a${"\0".repeat(60)}z`),
  "control characters": oddText(`a${String.fromCharCode(...Array(32).keys(), 0x7f, 0x85, 0x9f)}z`),
  "characters that change the direction of text": oddText("a\u202e\u2066\u200f\ufeff\u200bz"),
  "characters beyond the first plane": oddText("a💩👩‍👩‍👧‍👦𝒳z"),
  "composed and decomposed characters": oddText("e\u0301 é Å Å"),
  markup: oddText(`<script>alert(1)</script>'"--;{{7*7}}\${7*7}%s%n../../etc`),
};

const world = openedWorld(startPlatformProcess);

/** Whether a value stands anywhere in another one. */
function holds(whole: unknown, value: unknown): boolean {
  // -0 has no spelling of its own in what JavaScript writes.
  if (isDeepStrictEqual(whole, value) || (value === 0 && whole === 0)) return true;
  return typeof whole === "object" && whole !== null && Object.values(whole).some((each) => holds(each, value));
}

/** Those that say in their path all that there is to say. */
const withoutBody = [
  ...["POST /organization/{}/cluster/{}/deploy", "POST /organization/{}/inviteMember/{}"],
  ...["PUT /deploymentStage/{}/moveAfter/{}", "PUT /deploymentStage/{}/moveBefore/{}"],
  "POST /environment/{}/deploy",
  // The deployment of a service without versions.
  ...definitions
    .filter(({ deployedAs }) => deployedAs !== undefined && Object.keys(deployedAs.versions).length === 0)
    .map((definition) => `POST /${referenceName(definition)}/{}/deploy`),
];
const isWithoutBody = (call: string) =>
  withoutBody.includes(call) || /^POST .*\/\{\}\/(stop|redeploy|restart-service)$/.test(call);
/** Its body is text. */
const kubeconfig = "PUT /organization/{}/cluster/{}/kubeconfig";
const writingCalls = servedCalls.filter(
  (call) => /^(POST|PUT)/.test(call) && !isWithoutBody(call) && call !== kubeconfig,
);

function writeOf(call: string): Write {
  const { body, places } = world.endpointOf(call);
  if (body === undefined || places === undefined) throw new Error(`${call} has no places for hostile values.`);
  return { call, body, ...places };
}

it("tests of hostile bodies include every call with a body", () => {
  const { operations } = readDocument();
  const withBody = operations.filter(({ method, body }) => body !== undefined && method !== "DELETE");
  expect([...writingCalls].sort()).toEqual(withBody.map(({ method, path }) => anonymous(`${method} ${path}`)).sort());
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
    "returns 400 or 413 and changes nothing for a body that is shorter or longer than its headers say: %s",
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
