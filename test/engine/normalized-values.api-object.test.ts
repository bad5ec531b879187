/** An object of a platform that changes what it stores, at any depth. */
import { beforeEach, describe, expect, it } from "vitest";
import { mapMembers } from "../../provider/schema/json.js";
import { secretValue } from "../../provider/values/secrets.js";
import { type FrontendName, frontends, PROVIDER_TEXT, plain, type Resource, verbsOf } from "../support/frontend.js";
import { isFull } from "../support/full.js";
import { isObject, type Value, type Values } from "../support/provider.js";
import { fakePlatform } from "../unit/support/fake-platform.js";
import { type Change, inside } from "../unit/support/value-changes.js";
import { openApiObject, hookUrn as urn } from "./support/api-object.js";
import { isSecret } from "./support/values.js";

const platform = fakePlatform();
const path = "/api/hook";
let stored: Values = {};

const changes: Readonly<Record<string, Change>> = {
  "trims texts": inside((value) => (typeof value === "string" ? value.trim() : value)),
  "stores texts in lower case": inside((value) => (typeof value === "string" ? value.toLowerCase() : value)),
  "rounds numbers": inside((value) => (typeof value === "number" ? Math.round(value) : value)),
  "sorts lists": inside((value) => (Array.isArray(value) ? [...value].sort() : value)),
  "removes duplicates from lists": inside((value) => (Array.isArray(value) ? [...new Set(value)] : value)),
  "stores keys in lower case": inside((value) =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name.toLowerCase(), each]))
      : value,
  ),
  "drops empty texts": inside((value) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).filter(([, each]) => each !== "")) : value,
  ),
  "stores numbers as texts": inside((value) => (typeof value === "number" ? String(value) : value)),
};

/** Responses of these lack members that requests have. */
const omitting: readonly string[] = ["stores keys in lower case", "drops empty texts"];

const body: Values = {
  url: "https://hooks.example.com/1",
  text: "Hello \n",
  note: "",
  count: 1.6,
  events: ["push", "Deploy", "push"],
  retry: { Count: 2.4, note: " b", inner: [{ value: "c ", size: 0.5 }] },
};

/** As JSON Merge Patch, without removals. */
function patched(now: Value | undefined, patch: Value): Value {
  if (!isObject(now) || !isObject(patch)) return patch;
  return { ...now, ...mapMembers(patch, (value, name) => patched(now[name], value ?? null)) };
}

function serve(change: Change, isEmpty: boolean) {
  const answer = () => (isEmpty ? ([204] as const) : ([200, { id: "h1", ...stored }] as const));
  platform
    .on(`POST ${path}`, ({ body: sent }) => {
      stored = change(sent as Values) as Values;
      return [201, { id: "h1", ...stored }];
    })
    .on(`GET ${path}/h1`, () => [200, { id: "h1", ...stored }])
    .on(`PUT ${path}/h1`, ({ body: sent }) => {
      stored = change(sent as Values) as Values;
      return answer();
    })
    .on(`PATCH ${path}/h1`, ({ body: sent }) => {
      stored = change(patched(stored, sent as Values)) as Values;
      return answer();
    });
}

const writes = () => platform.lines().filter((line) => !line.startsWith("GET"));

/** A run of the provider, in a process of its own, with what it warns of. */
function run(name: FrontendName) {
  const { frontend, warnings } = openApiObject(name, `${platform.url}/api`);
  return { ...verbsOf(frontend, urn, name === "native" ? {} : { __provider: PROVIDER_TEXT }), warnings };
}

beforeEach(() => {
  stored = {};
});

const responses = ["a response with the object", "an empty response"] as const;
const methods = ["PUT", "PATCH"] as const;
const cases = Object.keys(changes).flatMap((change, index) =>
  methods.flatMap((method, at) =>
    responses.flatMap((response, nth) =>
      frontends
        .filter((_, frontend) => isFull || frontend === (index + at + nth) % frontends.length)
        .map((frontend) => [change, frontend, method, response] as const),
    ),
  ),
);

describe("value of an ApiObject that the platform changes when it stores it", () => {
  it.each(cases)(
    "causes one warning and is sent once if the platform %s (%s provider, %s, %s)",
    async (change, frontend, method, response) => {
      const isEmpty = response === "an empty response";
      serve(changes[change] as Change, isEmpty);
      const args: Values = { path: "/hook", body, update: { method } };
      const first = run(frontend);
      let now = await first.create(args);
      // The response to a create may omit members, so only an update shows that it always does.
      if (omitting.includes(change)) {
        const { read, update } = run(frontend);
        const { outputs } = await read(now.id, now.outputs);
        now = await update(now.id, outputs, args);
      } else expect(first.warnings).toEqual([expect.stringContaining("the platform stores body")]);
      const isSettled = async (desired: Values) => {
        const { diff, read, warnings } = run(frontend);
        expect(await diff(now.id, now.outputs, desired)).toMatchObject({ changes: false });
        const { outputs, inputs = desired } = await read(now.id, now.outputs);
        expect([outputs, inputs]).toEqual([now.outputs, desired]);
        expect(await diff(now.id, outputs, desired)).toMatchObject({ changes: false });
        expect(warnings).toEqual([]);
      };
      await isSettled(args);

      // Another change of the program sends only that, and reports nothing again.
      const url = "https://hooks.example.com/2";
      const next = { ...args, body: { ...body, url } };
      platform.arrived.length = 0;
      const second = run(frontend);
      now = await second.update(now.id, now.outputs, next);
      expect(writes()).toHaveLength(1);
      expect(stored).toMatchObject({ url });
      expect(second.warnings).toEqual([]);
      await isSettled(next);

      // A change by others is found and corrected, each time.
      for (const _ of [1, 2]) {
        const kept = stored;
        stored = { ...stored, text: "by hand", events: ["others"] };
        const { diff, read, update } = run(frontend);
        const { outputs } = await read(now.id, now.outputs);
        expect(outputs.body).toMatchObject({ text: "by hand", events: ["others"] });
        expect(await diff(now.id, outputs, next)).not.toMatchObject({ changes: false });
        now = await update(now.id, outputs, next);
        expect(stored).toEqual(kept);
        await isSettled(next);
      }
    },
  );
});

describe("ApiObject whose values the platform changes", () => {
  it.each(frontends)("has `__normalized` encrypted in the state, after a refresh too (%s provider)", async (name) => {
    serve(changes["trims texts"] as Change, false);
    const { frontend } = openApiObject(name, `${platform.url}/api`);
    const secret = { path: "/hook", body: secretValue({ ...body, text: "s3cret \n" }) };
    const { inputs } = await frontend.check(urn, name === "native" ? secret : { ...plain(secret), __secrets: "body" });
    const made = await frontend.create(urn, inputs);
    const read = (await frontend.read(made)) as Resource;
    for (const { outputs } of [made, read]) {
      expect(plain(outputs).__normalized).toEqual(expect.any(String));
      expect(isSecret(outputs.__normalized)).toBe(true);
    }
  });
});
