import { describe, expect, it, vi } from "vitest";
import { argoCdConfig, container, ids } from "../../kinds/fixtures.js";
import { type Answer, definitionOf, failureOf, fakePlatform, lifecycle } from "../support/fake-platform.js";

const platform = fakePlatform();

const hidden = "canary-5d1f0b77";
const other = "canary-8e3a42c9";
const args = { ...container.program, ...container.path };

const post = `POST /environment/${ids.environment}/container`;
const kind = (environment = {}) => lifecycle("Container", platform.url, environment);

describe("secret argument", () => {
  const port = (more: object) => ({ internalPort: 1, publiclyAccessible: true, ...more });
  const twice = [port({ name: hidden }), port({ internalPort: 2, name: hidden })];
  it.each<[what: string, arg: string, value: unknown, problem: RegExp]>([
    ["its value", "cpu", hidden, /cpu must be an integer from 1 to 32000; got a secret value/],
    ["a value of a wrong type in it", "ports", [port({ internalPort: hidden })], /must be .*; got a secret value/],
    ["a repeated value in it", "ports", twice, /ports\[1\]\.name must be unique in the list; got a secret value, as/],
    ["an unknown name in it", "ports", [port({ nam: hidden })], /ports\[0\]\.nam isn't an argument; did you mean name/],
  ])("is not shown in an error about %s", async (_, arg, value, problem) => {
    const checked = (more: object) => kind().check({ ...args, [arg]: value, ...more } as never);
    const [reason] = await checked({ __secrets: arg });
    expect(reason).toMatch(problem);
    expect(reason).not.toContain(hidden);
    if (/got/.test(String(problem))) expect((await checked({})).join()).toContain(hidden);
  });

  it("is not shown in an error about its change", async () => {
    const state = { ...container.program, ...container.path, description: other };
    const desired = { ...args, description: hidden, __secrets: "description" };
    const failure = await failureOf(kind().diff(ids.container, state, desired));
    expect(failure.message).toContain("description: a secret value → a secret value");
    expect(failure.message).not.toMatch(/canary/);
  });

  const violations = [{ field: "entrypoint", message: `${hidden}: no such command` }];
  const refusing: Answer = [400, { detail: `"${hidden}" is refused`, violations }];
  const [words, violation] = [/says: "\*{3}" is refused/, /entrypoint: \*{3}: no such command/];
  it.each<[what: string, arg: string, secrets: string, answer: Answer, shown: RegExp]>([
    ["is not shown in the platform's message", "entrypoint", "entrypoint", refusing, words],
    ["is not shown in the platform's violations", "entrypoint", "entrypoint", refusing, violation],
    ["is redacted in errors if it's the name of the connection", "connection", "connection", refusing, words],
    [
      "leaves the name of the connection in errors if only another argument is secret",
      "connection",
      "tag",
      refusing,
      /"canary.*" is refused/,
    ],
    ["is omitted from errors if it's the resource's name", "name", "name", [403, {}], /Creating Container failed/],
  ])("%s", async (_, arg, secrets, answer, shown) => {
    platform.on(post, answer);
    const failure = await failureOf(kind().create({ ...args, [arg]: hidden, __secrets: secrets }));
    expect(failure.message).toMatch(shown);
    expect(failure.message.includes(hidden)).toBe(secrets !== arg);
  });

  it.each([
    ["without APP_PLATFORM_DEBUG", "", []],
    ["and in its stack trace with APP_PLATFORM_DEBUG=1", "1", [/^RangeError: \*\*\*\n +at /]],
  ])("is redacted in the error of a bug (AP9001) %s", async (_, debug, printed) => {
    const plan = () => {
      throw new RangeError(hidden);
    };
    vi.stubEnv("APP_PLATFORM_DEBUG", debug);
    const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const broken = { ...definitionOf("Container"), verbs: { plan } };
    const desired = { ...args, description: hidden, __secrets: "description" };
    const failure = await failureOf(lifecycle(broken, platform.url).diff(ids.container, container.outputs, desired));
    const texts = written.mock.calls.map(([text]) => text);
    written.mockRestore();
    vi.unstubAllEnvs();
    expect(failure.message).toMatch(/^AP9001: Comparing Container "web" failed .*: \*\*\*/s);
    expect(texts).toEqual(printed.map((text) => expect.stringMatching(text)));
    expect(texts.join()).not.toContain(hidden);
  });

  it("is not shown in an info about its change", async () => {
    const { update, infos } = kind();
    const state = { ...container.program, ...container.path, tag: other };
    await update(ids.container, state, { ...args, tag: hidden, __secrets: "tag" });
    expect(infos.join()).toContain("tag: a secret value → a secret value");
  });

  it("adds no `__secrets` to the request or the outputs", async () => {
    platform.on(post, [201, container.response]);
    const made = await kind().create({ ...args, __secrets: "tag,entrypoint" });
    expect(platform.arrived[0]?.body).toEqual(container.request);
    expect(made.outputs).not.toHaveProperty("__secrets");
  });
});

it("a multi-line secret is redacted where a long message of the platform is cut", async () => {
  const secret = `user: "${hidden}"\n  password: ${other}\n`;
  platform.on(`POST /cluster/${ids.cluster}/argoCdConfig`, [400, { detail: `${"so it is ".repeat(29)}${secret}` }]);
  const specified = { ...argoCdConfig.program, ...argoCdConfig.path, argocdToken: secret };
  const failure = await failureOf(lifecycle("ArgoCdConfig", platform.url).create(specified));
  expect(failure.message).toContain("***");
  expect(failure.message).not.toMatch(/canary|5d1f|8e3a/);
});

it("messages are one line without control and format characters", async () => {
  const { update, infos } = kind();
  const state = { ...args, name: "web", tag: "1" };
  await update(ids.container, state, { ...state, name: "\u001b[31mWeb\u202e\nx", tag: "2" });
  expect(infos).toEqual([expect.stringMatching(/^Container " \[31mWeb x": tag: "1" → "2" takes effect/)]);
});
