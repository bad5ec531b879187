/** The same calls of Pulumi's engine through both providers. ARCHITECTURE.md has what differs on purpose; nothing else may. */
import { describe, expect, it } from "vitest";
import { revisionOf } from "../../../provider/engine/hints.js";
import { resourceProviderOf } from "../../../provider/frontends/dynamic/provider.js";
import { definitions } from "../../../provider/kinds/index.js";
import { application, argsOf, container, database, type Fixture, helmService, ids, job } from "../../kinds/fixtures.js";
import { quickClock } from "../../support/fake-clock.js";
import {
  type CallOptions,
  dynamicFrontend,
  type Frontend,
  type FrontendName,
  nativeFrontendTo,
  PROVIDER_TEXT,
  plain,
  type Resource,
  urnOf,
} from "../../support/frontend.js";
import {
  type Endpoint,
  fillTarget,
  isObject,
  sameJson,
  UNKNOWN,
  type Value,
  type Values,
} from "../../support/provider.js";
import { type Answer, connected, definitionOf, fakePlatform } from "../../unit/support/fake-platform.js";
import { isSecret, secretOf } from "../support/values.js";

const platform = fakePlatform();

/** What only one of the providers adds to inputs or outputs. */
const own = ["__provider", "__managed", "deployable", "credentials", "builtInVariables"];

const common = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(plain(values)).filter(([name, value]) => !own.includes(name) && (value ?? undefined) !== undefined),
  );

/** The names of what is marked as secret, or contains a secret. */
function secretsIn(values: Values): string[] {
  const isOrHolds = (value: Value | undefined): boolean =>
    isSecret(value) ||
    (Array.isArray(value) && value.some(isOrHolds)) ||
    (isObject(value) && Object.values(value).some((each) => isOrHolds(each as Value)));
  return Object.keys(values).filter((name) => !own.includes(name) && isOrHolds(values[name]));
}

const shown = ({ id, inputs, outputs }: Resource) => ({
  ...{ id, inputs: common(inputs), outputs: common(outputs), revision: revisionOf(plain(outputs)) },
  secrets: [secretsIn(inputs).sort(), secretsIn(outputs).sort()],
});

/** A provider in a process of its own. */
interface Opened {
  readonly frontend: Frontend;
  /** Arguments as the SDK passes them to the engine. */
  program(args: Values, secrets?: readonly string[]): Values;
  /** Takes the messages that were shown. */
  messages(): string[];
}

function opened(name: FrontendName, kind: string, urn: string): Opened {
  const clock = { ...quickClock, random: () => 0.5 };
  const { platform: here, log, warnings, infos } = connected(platform.url, { endpoints: "extended", clock });
  const messages = () => [...warnings.splice(0), ...infos.splice(0)];
  if (name === "native") {
    const frontend = nativeFrontendTo(() => here, log);
    const marked = (secrets: readonly string[]) => (entry: [string, Value | undefined]) =>
      secrets.includes(entry[0]) ? [entry[0], secretOf(entry[1] as Value)] : entry;
    return {
      frontend,
      messages,
      program: (args, secrets = []) => Object.fromEntries(Object.entries(args).map(marked(secrets))),
    };
  }
  const kinds = (other: string) => definitions.find((each) => each.kind === other);
  const provider = resourceProviderOf(definitionOf(kind), () => here, { log, kinds });
  return {
    ...{ frontend: dynamicFrontend(() => provider), messages },
    program: (args, secrets = []) => ({
      ...{ ...args, __provider: PROVIDER_TEXT, __declared: urn },
      ...(secrets.length > 0 && { __secrets: secrets.join() }),
    }),
  };
}

const lineOf = (endpoint: Endpoint<boolean>, members: Values) => `${endpoint.method} ${fillTarget(endpoint, members)}`;

/** Prepares the platform for one resource, which updates change. Returns what somebody does in its console. */
function prepare({ kind, response }: Fixture): {
  drift(values: Values): void;
  refuse(what: "update" | "delete"): void;
} {
  const { api } = definitionOf(kind);
  let current = response as Values;
  const on = (endpoint: Endpoint<boolean> | undefined, answer: Answer) => {
    const members = { ...argsOf(container), id: response.id as string };
    if (endpoint !== undefined) platform.on(lineOf(endpoint, members), answer);
  };
  const written =
    (status: number): Answer =>
    ({ body }) => {
      current = { ...current, ...(body as Values) };
      return [status, current];
    };
  on(api.create, written(201));
  on(api.update, written(200));
  on(api.read, () => [200, current]);
  on(api.list, () => [200, { results: [current] }]);
  on(api.delete, (_, answer) => {
    on(api.read, [404]);
    on(api.list, [200, { results: [] }]);
    answer.writeHead(204).end();
    return undefined;
  });
  platform.on(`GET /variable?parent_id=${response.id}&scope=${kind.toUpperCase()}`, [200, { results: [] }]);
  return {
    drift(values) {
      current = { ...current, ...values };
    },
    refuse: (what) => on(api[what], [400, { detail: "refused" }]),
  };
}

/** What a scenario shows through a provider: results or errors, requests and messages of each step. */
async function run(name: FrontendName, fixture: Fixture): Promise<object[]> {
  const { kind } = fixture;
  const specified = argsOf(fixture);
  const urn = urnOf(kind, "it");
  platform.reset();
  const console = prepare(fixture);
  const { frontend, program, messages } = opened(name, kind, urn);
  const steps: object[] = [];
  const note = async (step: string, work: () => Promise<unknown>) => {
    platform.arrived.length = 0;
    const result = await work().catch(({ code, message, reasons, id, properties }) => ({
      ...{ code, message, reasons, id },
      properties: properties && shown({ urn, id, inputs: {}, outputs: properties }),
    }));
    const requests = platform.arrived.map(({ line, text }) => `${line} ${text}`);
    steps.push({ step, result, requests, messages: messages() });
  };
  let known: Resource = { urn, id: "", inputs: {}, outputs: {} };
  const secrets = ["description"];
  const check = async (args: Values, olds?: Values) => {
    const { inputs, failures } = await frontend.check(urn, program(args, secrets), olds);
    expect(failures).toEqual([]);
    return inputs;
  };
  /** Both engines see a change if the provider reports one, or leaves it to them and the inputs differ. */
  const diff = async (news: Values, options: CallOptions = {}) => {
    const { changes, replaces = [], deleteBeforeReplace = false } = await frontend.diff(known, news, options);
    const isChanged = changes ?? !sameJson(common(known.inputs), common(news));
    return { isChanged, replaces: [...replaces].sort(), deleteBeforeReplace };
  };
  const update = async (news: Values, options: CallOptions = {}) => {
    const planned = await diff(news, options);
    known = await frontend.update(known, news, options);
    return { planned, ...shown(known) };
  };
  const read = async () => {
    known = (await frontend.read(known)) as Resource;
    return { ...shown(known), diff: await diff(known.inputs) };
  };

  await note("check of wrong arguments", async () => {
    return (await frontend.check(urn, program({ ...specified, cpu: "much", other: 1 }))).failures;
  });
  await note("create", async () => {
    known = await frontend.create(urn, await check(specified), { timeout: 60 });
    return shown(known);
  });
  await note("diff without changes", () => diff(known.inputs));
  const first = Object.keys(specified).find((arg) => !["name", "environmentId"].includes(arg)) as string;
  const edits: Values[] = [
    { ...specified, environmentId: ids.otherEnvironment },
    { ...specified, [first]: UNKNOWN },
    Object.fromEntries(Object.entries(specified).filter(([arg]) => definitionOf(kind).args[arg]?.required)),
  ];
  for (const edit of edits)
    await note(`diff of ${JSON.stringify(edit)}`, () =>
      frontend.check(urn, program(edit), known.inputs).then(({ inputs }) => diff(inputs)),
    );
  const edited = { ...specified, description: "edited" };
  await note("update", async () => update(await check(edited, known.inputs)));
  await note("refresh without changes", read);
  console.drift({ name: "elsewhere" });
  await note("refresh after a change in the console", read);
  await note("update of what the console changed", async () => update(await check(edited, known.inputs)));
  console.drift({ description: "elsewhere" });
  await note("refresh after a secret changed in the console", read);
  await note("update with ignoreChanges", async () =>
    update(await check({ ...edited, description: known.inputs.description as Value }, known.inputs), {
      ignored: secrets,
    }),
  );
  await note("read by a program that doesn't manage it", async () => {
    const values = program({ name: "web", environmentId: ids.environment });
    const { __declared: _, ...inputs } = values;
    const found = await frontend.read({ urn, id: known.id, inputs, outputs: inputs });
    return common(found?.outputs ?? {});
  });
  console.refuse("update");
  await note("update that the platform refuses", async () =>
    update(await check({ ...specified, description: "other" }, known.inputs)),
  );
  await note("delete", () => frontend.delete(known));
  return steps;
}

describe("dynamic and native provider", () => {
  it.each([application, container, database, helmService, job].map((fixture) => [fixture.kind, fixture] as const))(
    "have equal results, requests and messages in all operations of a %s",
    async (_, fixture) => {
      const [dynamic, native] = [await run("dynamic", fixture), await run("native", fixture)];
      expect(dynamic).toEqual(native);
      const requested = dynamic.filter((each) => (each as { readonly requests: string[] }).requests.length > 0);
      expect(requested.length).toBeGreaterThan(5);
    },
  );
});
