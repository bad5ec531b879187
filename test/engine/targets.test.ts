/** `--target`: what depends on a resource that isn't part of the run fails with Pulumi's own sentence, not as a mistake of the program. */
import * as pulumi from "@pulumi/pulumi";
import { Container, Database, DeploymentTrigger, Environment } from "pulumi-app-platform";
import { describe, expect, test } from "vitest";
import { outlineOf } from "../../sdk/kinds.js";
import { type Kind, kindNames, records } from "../kinds/index.js";
import { ids } from "../kinds/shared/ids.js";
import { sample } from "../support/full.js";
import { schemaToken, typeToken } from "../support/provider.js";
import { classes, containerArgs, databaseArgs } from "./support/declare.js";
import { writes } from "./support/journal.js";
import { opened } from "./support/opened.js";
import { project, throughFrontend } from "./support/stack.js";

const { platform, stack } = opened({ endpoints: "extended", isFresh: true, isConfigured: true });

const urnOf = (kind: string, name = "main") =>
  `urn:pulumi:${stack.name}::${project}::${throughFrontend === "native" ? schemaToken(kind) : typeToken(kind)}::${name}`;

/** A new resource that isn't among the targets. */
const leftOut = () => new Environment("left-out", { projectId: platform.ids.project, name: "left-out" });
const sentence = (kind: string) =>
  `Resource '${urnOf(kind)}' depends on '${urnOf("Environment", "left-out")}' which was was not specified in --target list.`;

type Args = Record<string, unknown>;

/** The same value from what depends on a resource, each text in it by itself. */
function deep(value: unknown, from: (value: unknown) => unknown): unknown {
  if (typeof value === "string") return from(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => deep(each, from));
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, deep(each, from)]));
}
const each = (args: Args, change: (value: unknown, name: string) => unknown) =>
  Object.fromEntries(Object.entries(args).map(([name, value]) => [name, change(value, name)]));

/** How arguments depend on what is left out. */
const ways: Readonly<Record<string, (kind: Kind, args: Args, left: Environment) => Args>> = {
  "the parent": (kind, args, { id }) =>
    each(args, (value, name) => (outlineOf(kind).pathArgs.includes(name) ? id.apply(() => value) : value)),
  "every argument": (_, args, { id }) => each(args, (value) => id.apply(() => value)),
  "every text at any depth": (_, args, { id }) => deep(args, (value) => id.apply(() => value)) as Args,
  "every argument, from an output that isn't known yet": (_, args, { createdAt }) =>
    each(args, (value) => createdAt.apply((time) => time && value)),
};

/** Without `FULL=1`, every other way of each kind, through each provider the others. */
const places = kindNames.map((kind, index) => ({ kind, place: index + (throughFrontend === "native" ? 1 : 0) }));

describe.each(places)("--target of a $kind", ({ kind, place }) => {
  test.each(sample(Object.keys(ways), place, 2))(
    "fails with Pulumi's message if an excluded resource is used in %s",
    async (way) => {
      // A service that a record selects is created by a step before.
      const args = deep(records[kind].lifecycle.args(platform.ids), (text) => text || ids.container) as Args;
      const program = () =>
        void new classes[kind]("main", (ways[way] as (typeof ways)[string])(kind, args, leftOut()) as never);
      const output = await stack.fails("up", program, { target: [urnOf(kind)] });
      expect(output).toContain(sentence(kind));
      expect(output).not.toMatch(/AP\d{4}/);
      expect(await writes(platform)).toEqual([]);
    },
  );
});

test("--target of a service fails with the name of an excluded resource that its variables use", async () => {
  const web = (variables: Record<string, pulumi.Input<string>>) =>
    new Container("main", containerArgs(platform, { variables }));
  await stack.run("up", () => void web({ A: "1", TOKEN: pulumi.secret("s3cr3t") }));
  const program = () => {
    const { id, name } = leftOut();
    web({ A: id, TOKEN: pulumi.secret(name) });
  };
  const output = await stack.fails("up", program, { target: [urnOf("Container")] });
  expect(output).toContain(sentence("Container"));
});

test("--target without one of the services of a trigger fails with the name of the service", async () => {
  const program = () => {
    const services = [new Database("db", databaseArgs(platform)), new Container("web", containerArgs(platform))];
    new DeploymentTrigger("main", { environmentId: platform.ids.environment, services });
  };
  const target = [urnOf("DeploymentTrigger"), urnOf("Container", "web")];
  const output = await stack.fails("up", program, { target });
  expect(output).toContain(`depends on '${urnOf("Database", "db")}' which was was not specified`);
  expect(output).not.toMatch(/AP\d{4}/);
});

test.each(["preview", "up"] as const)("--target still fails with AP1203 for a missing argument at %s", async (step) => {
  const program = () => {
    const left = leftOut();
    const args = containerArgs(platform, { description: left.id, environmentId: pulumi.output(undefined) as never });
    new Container("main", args);
  };
  const output = await stack.fails(step, program, { target: [urnOf("Container")] });
  expect(output).toContain("AP1203");
  expect(output).toContain("environmentId is required");
  expect(output).not.toContain("description");
});
