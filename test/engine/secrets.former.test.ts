/** What a program marked as secret once, and no longer marks or gives: wherever the platform still has it, it stays secret. */
import { randomBytes } from "node:crypto";
import { type Input, secret } from "@pulumi/pulumi";
import { Container, HelmService } from "pulumi-app-platform";
import { describe, expect, test } from "vitest";
import { pathText, withValueAt } from "../../provider/schema/equality.js";
import { validate } from "../../provider/values/validate.js";
import { kindNames, records } from "../kinds/index.js";
import { seededIds } from "../kinds/shared/seededIds.js";
import type { SeededIds } from "../platform/support/platform.js";
import { isFull, sample } from "../support/full.js";
import type { Field, Value, Values } from "../support/provider.js";
import { definitionOf } from "../unit/support/fake-platform.js";
import { placesIn } from "./agreement/places.js";
import { classes } from "./support/declare.js";
import { everyField, everyFieldOf } from "./support/every-field.js";
import { opened } from "./support/opened.js";
import { throughFrontend } from "./support/stack.js";

const { platform, stack } = opened({ endpoints: "extended" });

const canary = `canary${randomBytes(6).toString("hex")}`;
/** Forms of a value that some argument accepts, with another value for each. */
const forms: readonly (readonly [Value, Value])[] = [
  ...["X", "/X", "https://X.example.com/x.svg", "X.example.com", "feature/X"].map(
    (form) => [form.replace("X", canary), form.replace("X", "other")] as const,
  ),
  [31337, 1250],
];

/** The places of texts and numbers in arguments, except in what is always secret. */
function leaves(body: Field, args: Values): (readonly (string | number)[])[] {
  const all = placesIn(body, args);
  const hidden = all.filter(({ field }) => field.secret === true);
  const isHidden = (steps: readonly unknown[]) =>
    hidden.some((each) => each.steps.every((step, index) => step === steps[index]));
  return all.flatMap(({ steps, field, value }) =>
    value !== undefined && ["string", "integer"].includes(field.type) && !isHidden(steps) ? [steps] : [],
  );
}

/** Every place in the arguments of a kind that takes a text or a number of its own, with a secret value and another one. */
const places = kindNames.flatMap((kind) => {
  const definition = definitionOf(kind);
  const { lifecycle } = records[kind];
  if (lifecycle.acts !== undefined) return [];
  const programs = [
    (ids: SeededIds) => lifecycle.args(ids) as Values,
    ...Object.keys(everyFieldOf(kind, seededIds)).map(
      (name) => (ids: SeededIds) => everyFieldOf(kind, ids)[name as never] as Values,
    ),
  ];
  const found = programs.flatMap((args) =>
    leaves(definition.body, args(seededIds)).flatMap((steps) => {
      const path = pathText(steps);
      const base = args(seededIds);
      const isValid = (value: Value | undefined) =>
        validate(definition, withValueAt(base, steps, value) as Values, "create").every((issue) => issue.path !== path);
      const form = forms.find(([value]) => isValid(value));
      // The name of a feature is one of those that the platform has.
      const isFixed = path === "connection" || /^features\[\d+\]\.id$/.test(path);
      if (isFixed || form === undefined) return [];
      const [before, after] = form;
      return [{ kind, path, steps, args, before, after, isOptional: isValid(undefined) }];
    }),
  );
  return [...new Map(found.map((place) => [place.path, place])).values()];
});

/** One place of an argument stands for the others, and for the same argument of other kinds. */
const firsts = [...new Map(places.toReversed().map((place) => [place.steps[0], place])).values()];

const chosen = (isFull ? places : firsts).map((place, index) => ({ ...place, index }));

test("list marked as secret has a difference only if a specified value of an item changes, not the order", async () => {
  const ports = [{ internalPort: 80, name: "web", externalPort: 8443 }, { internalPort: 90 }];
  const program = (all: { name?: string; internalPort: number }[]) => () => {
    const { container, helmService } = everyField(platform.ids);
    new Container("list", {
      ...{ ...container, name: "list" },
      ports: secret(all.map((port) => ({ ...port, publiclyAccessible: true }))),
    });
    new HelmService("list", {
      ...{ ...helmService, name: "list" },
      ports: secret(all.map((port) => ({ ...port, serviceName: "web" }))),
    });
  };
  await stack.run("up", program(ports));
  expect((await stack.run("preview")).changes).toEqual({ same: 3 });
  expect((await stack.run("refresh")).changes).toEqual({ same: 3 });
  const [web, other] = ports.toReversed() as [{ internalPort: number }, { internalPort: number }];
  const { name: _, ...unnamed } = other as { name?: string; internalPort: number };
  expect((await stack.run("preview", program([web, other]))).changes).toEqual({ same: 3 });
  expect((await stack.run("up", program([web, unnamed]))).changes).toEqual({ same: 1, update: 2 });
  expect((await stack.run("preview")).changes).toEqual({ same: 3 });
  await stack.run("destroy");
});

describe.each(chosen)(
  "value that was marked as secret before ($path of $kind)",
  ({ kind, steps, args, before, after, isOptional, index }) => {
    const declare = (value: Input<Value> | undefined) => () =>
      void new classes[kind]("one", withValueAt(args(platform.ids), steps, value as Value) as never);

    const ways: [what: string, value: Value | undefined][] = [
      ["has another value", after],
      // The engine tells a dynamic provider no marks of the arguments before, and the program says the value itself.
      ...(throughFrontend === "native" ? [["is no longer marked", before] as [string, Value]] : []),
      ...(isOptional ? [["is omitted", undefined] as [string, undefined]] : []),
    ];
    test.each(sample(ways, index, ways.length))(
      "is in neither output nor state (former secret) if the argument %s",
      async (_, value) => {
        const printed: string[] = [];
        const attempt = async (step: "preview" | "up" | "refresh", program?: () => void) => {
          const { output } = await stack.run(step, program).catch(({ message }) => ({ output: message }));
          printed.push(output, await stack.exported());
        };
        // Some arguments of what exists already can't be changed: that is refused without showing them, too.
        await attempt("up", declare(secret(before)));
        // What was never written is only what the program says.
        const isWritten = printed[0]?.includes("failed:") === false;
        if (isWritten || value !== before) {
          for (const step of ["preview", "up"] as const) await attempt(step, declare(value));
          await attempt("refresh");
        }
        await stack.run("destroy");
        const searched = typeof before === "string" ? canary : String(before);
        expect(printed.filter((text) => text.includes(searched))).toEqual([]);
      },
    );
  },
);
