/** The programs on the reference pages: the example of each kind's definition, and its longer one if it has one. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { definitions } from "../../provider/kinds/index.js";
import { furtherExamples, longerExample, wholeProgram } from "../../tools/generate/example.js";
import { deploymentStatuses } from "../cli/support/examples/deployed.js";
import { settingsOn } from "../cli/support/examples/settings.js";
import { startPlatform } from "../platform/support/platform.js";
import { inCheckout, openedFolder } from "../support/opened-folder.js";
import { openConfiguredStack, programOf } from "./support/example-stack.js";
import { kindNames, requestedKinds } from "./support/kind-names.js";

const folder = openedFolder("kind-examples", inCheckout);
const secret = "s3cret/of:the@example";
const kinds: readonly string[] = requestedKinds ?? kindNames;

const programs = definitions
  .filter(({ kind }) => kinds.includes(kind))
  .flatMap(({ kind, example }) => {
    const short = { kind, which: "example", text: wholeProgram(example) };
    const longer = longerExample(kind);
    const further = furtherExamples(kind).map(({ title, program }) => ({ kind, which: `${title}`, text: program }));
    return [
      short,
      ...(longer === undefined ? [] : [{ kind, which: "longer example", text: longer.program }]),
      ...further,
    ];
  });

const kindsIn = (text: string) => [...text.matchAll(/\bnew (\w+)\(/g)].map(([, kind = ""]) => kind);
const settingsIn = (text: string, call: string) =>
  [...text.matchAll(new RegExp(`\\bconfig\\.${call}\\("(\\w+)"\\)`, "g"))].map(([, name = ""]) => name);

describe("program on a reference page", () => {
  test.each(programs.map(({ kind, which, text }) => [kind, which, text] as const))(
    "%s, %s: creates its resources, prints no secret, and has no later difference",
    async (kind, which, text) => {
      const platform = await startPlatform({ endpoints: "extended" });
      const file = join(folder, `${kind}-${which.replaceAll(" ", "-")}.ts`);
      writeFileSync(file, text);
      const settings = await settingsOn(platform, settingsIn(text, "require"));
      const secrets = Object.fromEntries(settingsIn(text, "requireSecret").map((name) => [name, secret]));
      const stack = await openConfiguredStack(platform, settings, secrets);
      try {
        const declared = kindsIn(text);
        expect(declared).toContain(kind);
        const created = await stack.run("up", programOf(file));
        expect(created.changes).toEqual({ create: declared.length + 1 });
        expect(created.output).not.toContain(secret);
        // A service runs once it is deployed.
        if (declared.includes("DeploymentTrigger"))
          expect(new Set(await deploymentStatuses(platform))).toEqual(new Set(["UP_TO_DATE"]));
        expect((await stack.run("preview", programOf(file))).changes).toEqual({ same: declared.length + 1 });
      } finally {
        await stack.close();
        await platform.stop();
      }
    },
  );
});
