/** What a program marked as secret once, and no longer marks or gives: wherever the platform still has it, it stays secret. */
import { randomBytes } from "node:crypto";
import { secret } from "@pulumi/pulumi";
import { describe, expect, test } from "vitest";
import { definitions } from "../../provider/resources/index.js";
import { validate } from "../../provider/values/validate.js";
import { records } from "../kinds/index.js";
import { isNotApplicable } from "../kinds/notApplicable.js";
import { seededIds } from "../kinds/shared/seededIds.js";
import { classes } from "./declare.js";
import { opened } from "./opened.js";

const { platform, stack } = opened({ endpoints: "extended", isFresh: true });

const canary = `canary${randomBytes(6).toString("hex")}`;
/** Forms of a text that some argument accepts, with another value for each. */
const forms = ["X", "/X", "https://X.example.com/x.svg", "X.example.com", "feature/X"].map(
  (form) => [form.replace("X", canary), form.replace("X", "other")] as const,
);

/** The arguments of one kind that take a text of their own, alone or in a list, with a secret value and another one. */
const places = definitions.flatMap((definition) => {
  const { kind } = definition;
  const { lifecycle } = records[kind as keyof typeof records];
  if (isNotApplicable(lifecycle) || lifecycle.acts !== undefined) return [];
  const base = lifecycle.args(seededIds);
  return Object.entries(definition.args).flatMap(([arg, field]) => {
    if (arg === "connection" || field.secret === true || !["string", "array"].includes(field.type)) return [];
    const given = (text: string) => (field.type === "array" ? [text] : text);
    const isValid = (text: string) =>
      validate(definition, { ...base, [arg]: given(text) }, "create").every(({ path }) => path !== arg);
    const form = forms.find(([text]) => isValid(text));
    return form === undefined ? [] : [{ kind, arg, lifecycle, before: given(form[0]), after: given(form[1]) }];
  });
});

describe.each(places)("$kind: $arg", ({ kind, arg, lifecycle, before, after }) => {
  const declare = (args: object) => () =>
    void new classes[kind as keyof typeof classes]("one", { ...lifecycle.args(platform.ids), ...args } as never);

  test.each([
    ["no longer marked as secret", { [arg]: after }],
    ["omitted", { [arg]: undefined }],
  ])("%s", async (_, args) => {
    const printed: string[] = [];
    const attempt = async (step: "preview" | "up" | "refresh", program?: () => void) => {
      printed.push(
        await stack.run(step, program).then(
          ({ output }) => output,
          ({ message }) => message,
        ),
      );
    };
    // Some arguments of what exists already can't be changed: that is refused without showing them, too.
    await attempt("up", declare({ [arg]: secret(before) }));
    for (const step of ["preview", "up", "refresh"] as const)
      await attempt(step, step === "refresh" ? undefined : declare(args));
    printed.push(await stack.exported());
    await stack.run("destroy");
    expect(printed.filter((text) => text.includes(canary))).toEqual([]);
  });
});
