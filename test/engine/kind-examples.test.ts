/** The examples of single kinds on the engine of the tests. With `FULL=1`, the real CLI runs them too, as it always runs the others. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { expected, lines, normalize } from "../cli/examples/readme.js";
import { EXAMPLES, type Example, kindExamples } from "../cli/examples/table.js";
import { startPlatform } from "../platform/platform.js";
import { openEngineStack, project } from "./stack.js";
import type { Result } from "./test-stack.js";

const secret = "s3cret/of:the@example";

/** The configuration that a stack of the example has if nobody sets any. */
function defaultsOf({ folder }: Example): Record<string, string> {
  const { config } = parse(readFileSync(join(EXAMPLES, folder, "Pulumi.yaml"), "utf8"));
  const settings = Object.entries<{ default?: unknown }>(config ?? {}).filter(([, each]) => each.default !== undefined);
  return Object.fromEntries(settings.map(([key, each]) => [`${project}:${key}`, String(each.default)]));
}

/** An output as the CLI prints it. */
const shown = (value: unknown): string =>
  Array.isArray(value)
    ? `[\n${value.map((each, index) => `        [${index}]: ${JSON.stringify(each)}\n`).join("")}    ]`
    : JSON.stringify(value);

/** What the CLI prints for a run that has created everything. */
function printed({ output, outputs, changes }: Result, stack: string): string {
  const created = [...output.matchAll(/^ (pulumi-nodejs:\S+ \S+) created/gm)].map(([, each]) => ` +  ${each} created`);
  const names = Object.keys(outputs);
  const width = Math.max(...names.map((name) => name.length));
  const values = names.map((name) => `    ${name.padEnd(width)}: ${shown(outputs[name])}`);
  const all = [...created, ` +  pulumi:pulumi:Stack ${stack} created`, "", "Outputs:", ...values, ""];
  return normalize([...all, "Resources:", `    + ${changes.create} created`, ""].join("\n"));
}

test.each(kindExamples.map((example) => [example.title, example] as const))(
  "%s: its example prints what its README shows, and the second run changes nothing",
  async (_, example) => {
    const platform = await startPlatform({ endpoints: "extended" });
    // Lookups of a program here do not see the variables of a stack.
    const connection = {
      "app-platform:baseUrl": platform.url,
      "app-platform:token": platform.tokens.admin,
      "app-platform:endpoints": "extended",
    };
    const stack = await openEngineStack(platform, {
      config: { ...defaultsOf(example), ...connection },
      ...(example.secret === undefined ? {} : { secretConfig: { [`${project}:${example.secret}`]: secret } }),
    });
    // A module runs once, so a query makes it another one for each run.
    let run = 0;
    const program = async () => ({ ...(await import(`${join(EXAMPLES, example.folder, "index.ts")}?run=${run++}`)) });
    try {
      const created = await stack.run("up", program);
      const name = `${example.folder}-dev`;
      expect(lines(printed(created, name))).toEqual(lines(expected(example, "Expected output", name) ?? ""));
      expect(created.output).not.toContain(secret);
      expect((await stack.run("preview", program)).changes).toEqual({ same: created.changes.create });
    } finally {
      await stack.close();
      await platform.stop();
    }
  },
);
