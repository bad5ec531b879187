/** Variables as transforms and `ignoreChanges` see them: whether a value is secret decides where it is kept only after them. */
import * as pulumi from "@pulumi/pulumi";
import { Container, type ContainerArgs } from "pulumi-app-platform";
import { describe, expect, test } from "vitest";
import { containerArgs } from "./support/declare.js";
import { shownVariables } from "./support/existing.js";
import { forgetRequests, requests } from "./support/journal.js";
import { opened } from "./support/opened.js";

const { platform, stack } = opened({ endpoints: "extended", isFresh: true });

const token = "s3cr3t-canary-5711";
const second = "s3cr3t-canary-5712";
const both = () => ({ LEVEL: "info", TOKEN: pulumi.secret(token) });

type Change = (variables: Record<string, unknown>) => unknown;

/** The same change as a transformation (in the program) and as a transform (called by the engine), at each place for one. */
const transformation =
  (change: Change): pulumi.ResourceTransformation =>
  ({ type, props, opts }) =>
    type.endsWith(":Container") ? { props: { ...props, variables: change(props.variables) }, opts } : undefined;
const transform = (change: Change) => transformation(change) as unknown as pulumi.ResourceTransform;

class Group extends pulumi.ComponentResource {
  constructor(options: pulumi.ComponentResourceOptions) {
    super("test:index:Group", "group", {}, options);
  }
}

const sites: Readonly<Record<string, (change: Change) => pulumi.CustomResourceOptions>> = {
  "the resource's transformations": (change) => ({ transformations: [transformation(change)] }),
  "a component's transformations": (change) => ({ parent: new Group({ transformations: [transformation(change)] }) }),
  "the stack's transformations": (change) => {
    pulumi.runtime.registerStackTransformation(transformation(change));
    return {};
  },
  "the resource's transforms": (change) => ({ transforms: [transform(change)] }),
  "a component's transforms": (change) => ({ parent: new Group({ transforms: [transform(change)] }) }),
  "the stack's transforms": (change) => {
    pulumi.runtime.registerResourceTransform(transform(change));
    return {};
  },
};

const web = (variables: ContainerArgs["variables"], options: pulumi.CustomResourceOptions = {}) =>
  new Container("web", containerArgs(platform, { variables }), options);

const shown = async () => shownVariables(platform, (await stack.resource("web")).id);
const expectEncrypted = async () => expect(JSON.stringify(await stack.resources())).not.toMatch(/s3cr3t-canary/);

describe.each(Object.keys(sites))("%s", (site) => {
  const optionsOf = sites[site] as (change: Change) => pulumi.CustomResourceOptions;

  test("see all `variables`, also secret ones, and preserve the unchanged ones", async () => {
    const seen: Promise<unknown>[] = [];
    const program = () => {
      const add: Change = (variables) => {
        const each = Object.entries(variables).map(async ([key, value]) => [
          key,
          await pulumi.isSecret(pulumi.output(value)),
        ]);
        seen.push(Promise.all(each).then((entries) => Object.fromEntries(entries)));
        return { ...variables, TEAM: "x" };
      };
      web(both(), optionsOf(add));
    };
    await stack.run("up", program);
    expect(await Promise.all(seen)).toEqual([{ LEVEL: false, TOKEN: true }]);
    expect(await shown()).toEqual({ LEVEL: "info", TOKEN: "secret", TEAM: "x" });
    await expectEncrypted();
    await forgetRequests(platform);
    expect((await stack.run("preview")).changes).toMatchObject({ same: site.startsWith("a ") ? 3 : 2 });
    expect(await requests(platform)).toEqual({});
    await stack.run("refresh");
    await expectEncrypted();
  });
});

describe("ignoreChanges of variables", () => {
  const changed = () => ({ LEVEL: "debug", TOKEN: pulumi.secret(second), NEW: "1" });
  const gone = () => ({ LEVEL: "debug" });

  test.each<
    [paths: string[], now: () => ContainerArgs["variables"], expected: Record<string, unknown>, changes: object]
  >([
    [["variables"], gone, { LEVEL: "info", TOKEN: "secret" }, { same: 2 }],
    [["*"], changed, { LEVEL: "info", TOKEN: "secret" }, { same: 2 }],
    [["variables.TOKEN"], gone, { LEVEL: "debug", TOKEN: "secret" }, { same: 1, update: 1 }],
    [["variables.NEW", "variables.LEVEL", "variables.TOKEN"], changed, { LEVEL: "info", TOKEN: "secret" }, { same: 2 }],
  ])("covers readable and secret variables with the paths %j", async (ignoreChanges, now, expected, changes) => {
    const sent = async () => JSON.stringify((await platform.request("GET", "/_local/requests")).body);
    await stack.run("up", () => void web(both()));
    await forgetRequests(platform);
    const program = () => void web(now(), { ignoreChanges });
    expect((await stack.run("up", program)).changes).toEqual(changes);
    expect(await shown()).toEqual(expected);
    expect(await sent()).not.toContain(second);
    await expectEncrypted();
    expect((await stack.run("preview", program)).changes).toEqual({ same: 2 });
    expect((await stack.run("refresh")).changes).toEqual({ same: 2 });
    expect((await stack.run("preview", program)).changes).toEqual({ same: 2 });
    // Without it, the program manages all of them again.
    await stack.run("up", () => void web({ ONLY: "1" }));
    expect(await shown()).toEqual({ ONLY: "1" });
  });
});

test.each([["variables"], ["variables.TOKEN"]])(
  "replaceOnChanges of `%s` replaces a container if a secret variable changes",
  async (path) => {
    const program = (value: string) => () =>
      void web({ LEVEL: "info", TOKEN: pulumi.secret(value) }, { replaceOnChanges: [path], deleteBeforeReplace: true });
    await stack.run("up", program(token));
    expect((await stack.run("preview", program(second))).changes).toEqual({ same: 1, replace: 1 });
  },
);
