import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Platform, startPlatform } from "../platform/support/platform.js";
import { isFull } from "../support/full.js";
import { deploymentStatuses, expectDeployed, workloadsOf } from "./support/examples/deployed.js";
import { configurationChange, expected, lines, record, result } from "./support/examples/readme.js";
import { EXAMPLES, type Example, engineExamples, exampleIn, table } from "./support/examples/table.js";
import { openProject, type ProjectFolder } from "./support/project-folder.js";

const SECRET = "s3cret/of:the@example";

/** Compares a run with what the README says, or records it. */
function expectRecorded(example: Example, heading: string, stack: string, output: string): void {
  if (process.env.RECORD === "1") record(example, heading, stack, output);
  expect(lines(result(output))).toEqual(lines(expected(example, heading, stack) ?? ""));
}

async function up({ secret }: Example, project: ProjectFolder) {
  if (secret !== undefined) await project.done("config", "set", "--secret", secret, SECRET);
  return project.done("up", "--yes", "--skip-preview");
}

/** The short form runs every example, and destroys one: other tests destroy every kind. */
const goesToTheEnd = ({ folder }: Example) => isFull || folder === "component";
/** An example whose stack another one reads runs before that one, in the same test. */
const isFirst = ({ folder }: Example) => table.some(({ after }) => after === folder);
/** The short form leaves out those that run on the engine of the tests, which is quicker. */
const runs = table
  .filter((example) => !isFirst(example) && (isFull || !engineExamples.includes(example)))
  .map((example) => {
    const all = [...(example.after === undefined ? [] : [exampleIn(example.after)]), example];
    const end = goesToTheEnd(example) ? ", and is destroyed" : "";
    return [all.map(({ folder }) => folder).join(", then "), end, all] as const;
  });

describe("examples", () => {
  // Several at a time: one alone leaves a processor idle.
  test.concurrent.each(runs)("%s does what its README says%s", async (_, _end, all) => {
    const platform = await startPlatform({ endpoints: "extended" });
    const opened: (readonly [Example, ProjectFolder])[] = [];
    try {
      for (const example of all) {
        const { PULUMI_BACKEND_URL: state } = opened[0]?.[1].env ?? {};
        const shared = state === undefined ? {} : { PULUMI_BACKEND_URL: state };
        const settings = { APP_PLATFORM_ENDPOINTS: "extended", ...shared };
        const project = await openProject(join(EXAMPLES, example.folder), platform, settings);
        opened.unshift([example, project]);
        await expectAsInReadme(example, platform, project);
      }
      for (const [example, project] of opened)
        if (goesToTheEnd(example)) await expectDestroyed(example, platform, project);
    } finally {
      for (const [, project] of opened) await project.close();
      await platform.stop();
    }
  });
});

const countOf = ({ creates, components = 0 }: Example) => creates.length + 1 + components;

async function expectAsInReadme(example: Example, platform: Platform, project: ProjectFolder) {
  const stack = `${project.name}-dev`;
  const created = await up(example, project);
  expect(created.summary, created.output).toEqual([`+ ${countOf(example)} created`]);
  for (const kind of example.creates) expect(created.output).toContain(`dynamic/app-platform:${kind} `);
  expectRecorded(example, "Expected output", stack, created.output);
  expect(created.output).not.toContain(SECRET);

  await expectDeployed(example, platform);

  const change = configurationChange(example);
  if (change === undefined) return;
  const changed = await project.done("up", "--yes", "--skip-preview", "--config", change);
  expectRecorded(example, "Change it", stack, changed.output);
  expect(changed.output).not.toContain(SECRET);
}

async function expectDestroyed(example: Example, platform: Platform, project: ProjectFolder) {
  const statuses = await deploymentStatuses(platform);
  const destroyed = await project.done("destroy", "--yes", "--skip-preview");
  expect(destroyed.summary, destroyed.output).toEqual([`- ${countOf(example)} deleted`]);
  expect(destroyed.output).not.toContain(SECRET);
  expect(await deploymentStatuses(platform)).toHaveLength(statuses.length - workloadsOf(example));
}
