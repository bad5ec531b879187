import {
  ComponentResource,
  type ComponentResourceOptions,
  type CustomResourceOptions,
  type ResourceTransform,
  runtime,
  secret,
} from "@pulumi/pulumi";
import { Container, DeploymentTrigger, withConnection } from "pulumi-app-platform";
import { describe, expect, it, test } from "vitest";
import { outlineOf } from "../../sdk/kinds.js";
import { isEncrypted, type StateResource } from "../cli/support/state-files.js";
import { type Kind, kindNames, records } from "../kinds/index.js";
import { classes, containerArgs } from "./support/declare.js";
import { everyFieldOf, type Secrets, secretNames } from "./support/every-field.js";
import { opened } from "./support/opened.js";
import { openStack, throughFrontend } from "./support/stack.js";
import type { Program } from "./support/test-stack.js";

const { platform, stack } = opened({
  endpoints: "extended",
  options: ({ url: baseUrl, tokens }) => ({
    secretConfig: {
      "app-platform:connections": JSON.stringify({ same: { baseUrl, token: tokens.admin, endpoints: "extended" } }),
    },
  }),
});
/** What transforms do with the arguments that they get. */
const transforms: Readonly<Record<string, ResourceTransform>> = {
  nothing: () => undefined,
  same: ({ props, opts }) => ({ props, opts }),
  spread: ({ props, opts }) => ({ props: { ...props }, opts }),
  changed: ({ props, opts }) => ({ props: { ...props, description: "changed" }, opts }),
  // A transform that doesn't pass the options on: `additionalSecretOutputs` is lost.
  bare: ({ props }) => ({ props: { ...props }, opts: {} }),
  connection: withConnection("same"),
};
const forms = Object.keys(transforms);
const transform = (form: string) => transforms[form] as ResourceTransform;

/** Only our own resources, and of these only those whose name ends so: all forms share one stack. */
const only =
  (ending: string, work: ResourceTransform): ResourceTransform =>
  (args) =>
    args.custom && args.name.endsWith(ending) ? work(args) : undefined;

class Group extends ComponentResource {
  constructor(name: string, options: ComponentResourceOptions) {
    super("test:index:Group", name, {}, options);
  }
}

/** Where transforms can be given; each returns the options of the resource. */
const sites: Readonly<Record<string, (name: string, form: string) => CustomResourceOptions>> = {
  resource: (_, form) => ({ transforms: [transform(form)] }),
  component: (name, form) => ({ parent: new Group(`${name}-group`, { transforms: [only("", transform(form))] }) }),
  stack: (name, form) => {
    runtime.registerResourceTransform(only(name, transform(form)));
    return {};
  },
  older: (_, form) => {
    const work = transform(form);
    return { transformations: [(specified) => work(specified as never) as never] };
  },
};

const nested = "canary-nested-5d1f0b77";
const whole = "canary-whole-8e3a42c9";
const output = "canary-output-1c9d";
const always = "password: canary-always-77af03d2\n";
const secrets = Object.fromEntries(secretNames.map((name) => [name, `${always}${name}`])) as unknown as Secrets;

const container = (name: string, options: CustomResourceOptions, additional: readonly string[] = []) =>
  new Container(
    name,
    containerArgs(platform, {
      storage: [{ type: "FAST_SSD", size: 10, mountPoint: secret(`/${nested}`) }],
      iconUri: `app://${output}`,
      arguments: ["--port=80", secret(nested)],
      entrypoint: secret(whole),
    }),
    { ...options, additionalSecretOutputs: ["iconUri", ...additional] },
  );

/** The arguments of a kind that hold text, and so may hold secrets. */
function textArguments(kind: Kind, args: Record<string, unknown>): string[] {
  const { args: known, pathArgs } = outlineOf(kind);
  const isMeant = (name: string) => known[name]?.holdsText && !known[name]?.local && !pathArgs.includes(name);
  return Object.keys(args).filter((name) => isMeant(name) && hide(args[name]) !== args[name]);
}

/** The same value with every text in it marked secret, each where it is; the value itself if it has none. */
function hide(value: unknown): unknown {
  if (typeof value === "string") return secret(value);
  if (typeof value !== "object" || value === null) return value;
  const inner = Object.entries(value).map(([name, member]) => [name, hide(member)] as const);
  if (inner.every(([name, member]) => member === (value as Record<string, unknown>)[name])) return value;
  return Array.isArray(value) ? inner.map(([, member]) => member) : Object.fromEntries(inner);
}

/** Every kind with every argument, and everything in these that may be secret marked so. */
const everyKind = () =>
  kindNames
    .filter((kind) => records[kind].served.create.includes("extended"))
    .flatMap((kind) =>
      Object.entries(everyFieldOf(kind, platform.ids, secrets)).map(([name, specified]) => {
        const args = specified as Record<string, unknown>;
        const marked = textArguments(kind, args);
        const hidden = Object.fromEntries(marked.map((arg) => [arg, hide(args[arg])]));
        return { kind, name, marked, args: { ...args, ...hidden } };
      }),
    );

const program: Program = () => {
  for (const [site, options] of Object.entries(sites)) {
    for (const form of forms) container(`${site}-${form}`, options(`${site}-${form}`, form));
  }
  const parent = new Group("every", { transforms: [only("", transform("spread"))] });
  const made = everyKind().map(({ kind, name, args }) => new classes[kind](name, args as never, { parent }));
  const released = new Container("released", containerArgs(platform, { tag: secret("canary-tag") }), { parent });
  new DeploymentTrigger("release", { environmentId: platform.ids.environment, services: [released] }, { parent });
  // What a transform adds is encrypted if the resource lists it, or if the program adds it in the older form.
  const adds = { description: secret("canary-added") };
  container("added-older", { transformations: [({ props, opts }) => ({ props: { ...props, ...adds }, opts })] });
  container("added-listed", { transforms: [({ props, opts }) => ({ props: { ...props, ...adds }, opts })] }, [
    "description",
  ]);
  return { count: made.length };
};

/** Names of the inputs and outputs that must be encrypted and aren't. */
const plainIn = ({ inputs, outputs }: StateResource, names: readonly string[]) =>
  names.flatMap((name) => [
    ...(isEncrypted(inputs[name]) ? [] : [`inputs.${name}`]),
    ...(outputs[name] === undefined || isEncrypted(outputs[name]) ? [] : [`outputs.${name}`]),
  ]);

/** What the file of the state shows, by resource: arguments in plain text, and secret values anywhere. */
async function shown(): Promise<Record<string, readonly string[]>> {
  const found: Record<string, readonly string[]> = {};
  const add = (name: string, places: readonly string[]) => {
    if (places.length > 0) found[name] = [...(found[name] ?? []), ...places];
  };
  for (const site of Object.keys(sites)) {
    for (const form of forms) {
      const name = `${site}-${form}`;
      add(name, plainIn(await stack.resource(name), ["storage", "arguments", "entrypoint"]));
    }
  }
  for (const { name, marked } of everyKind()) add(name, plainIn(await stack.resource(name), marked));
  for (const name of ["added-older", "added-listed"]) add(name, plainIn(await stack.resource(name), ["description"]));
  add("released", plainIn(await stack.resource("released"), ["tag"]));
  add("release", plainIn(await stack.resource("release"), ["services"]));
  for (const resource of await stack.resources()) {
    for (const line of JSON.stringify(resource, null, 1).split("\n")) {
      if (line.includes("canary")) add(resource.urn.split("::").at(-1) as string, [line.trim()]);
    }
  }
  return found;
}

describe("secrets of a program in the state's file", () => {
  test("are encrypted at any depth in every kind, whatever a transform of stack, component or resource returns", async () => {
    await stack.run("up", program);
    expect(await shown()).toEqual({});
  });

  test("stay encrypted after a refresh, without a difference", async () => {
    expect(Object.keys((await stack.run("preview")).changes)).toEqual(["same"]);
    await stack.run("refresh");
    expect(await shown()).toEqual({});
  });
});

describe("secret that a transform adds", () => {
  it("is in messages of the dynamic provider, unless additionalSecretOutputs lists the argument", async () => {
    const documented = await openStack(platform, { env: { APP_PLATFORM_ENDPOINTS: "documented" } });
    const added: ResourceTransform = ({ props, opts }) => ({
      props: { ...props, description: secret("canary-added") },
      opts,
    });
    const web = (options?: CustomResourceOptions) => () =>
      void new Container("web", containerArgs(platform, { name: "messages", description: "old" }), options);
    const isShown = async (options: CustomResourceOptions) => {
      const message = await documented.fails("preview", web({ transforms: [added], ...options }));
      expect(message).toContain("AP2001");
      return message.includes("canary-added");
    };
    await documented.run("up", web());
    expect(await isShown({})).toBe(throughFrontend === "dynamic");
    expect(await isShown({ additionalSecretOutputs: ["description"] })).toBe(false);
    await documented.close();
  });

  it("becomes a variable that anybody can read in `variables` (dynamic provider), and a secret one in `secretVariables`", async () => {
    const added = await openStack(platform, { env: { APP_PLATFORM_ENDPOINTS: "extended" } });
    const adding =
      (argument: "variables" | "secretVariables"): ResourceTransform =>
      ({ props, opts }) => ({ props: { ...props, [argument]: { TOKEN: secret("a token") } }, opts });
    await added.run("up", () => {
      for (const argument of ["variables", "secretVariables"] as const)
        new Container(argument, containerArgs(platform, { name: argument }), { transforms: [adding(argument)] });
    });
    const isSecretOnPlatform = async (name: string) => {
      const { id } = await added.resource(name);
      const { body } = await platform.request("GET", `/variable?parent_id=${id}&scope=CONTAINER`);
      return body.results.find(({ key }: { key: string }) => key === "TOKEN").is_secret;
    };
    expect(await isSecretOnPlatform("variables")).toBe(throughFrontend === "native");
    expect(await isSecretOnPlatform("secretVariables")).toBe(true);
    await added.close();
  });
});
