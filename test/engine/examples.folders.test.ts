/** Some of the examples in folders, on the engine of the tests. With `FULL=1`, the real CLI runs them too, as it always runs the others. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { expectDeployed } from "../cli/support/examples/deployed.js";
import { expected, lines, normalize } from "../cli/support/examples/readme.js";
import { EXAMPLES, engineExamples } from "../cli/support/examples/table.js";
import { startPlatform } from "../platform/support/platform.js";
import { openExampleStack, programIn } from "./support/example-stack.js";
import type { Result } from "./support/test-stack.js";

const secret = "s3cret/of:the@example";

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

test.each(engineExamples.map((example) => [example.folder, example] as const))(
  "example %s prints what its README shows, and a second run changes nothing",
  async (_, example) => {
    const platform = await startPlatform({ endpoints: "extended" });
    const folder = join(EXAMPLES, example.folder);
    const secrets = example.secret === undefined ? {} : { [example.secret]: secret };
    const [stack, program] = [await openExampleStack(platform, folder, secrets), programIn(folder)];
    try {
      const created = await stack.run("up", program);
      const name = `${example.folder}-dev`;
      expect(lines(printed(created, name))).toEqual(lines(expected(example, "Expected output", name) ?? ""));
      expect(created.output).not.toContain(secret);
      await expectDeployed(example, platform);
      expect((await stack.run("preview", program)).changes).toEqual({ same: created.changes.create });
    } finally {
      await stack.close();
      await platform.stop();
    }
  },
);
