/** Reads the pipeline files of an example: what GitHub and GitLab require of them, and the commands of a job. */
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";

/** A job with the commands that it runs, in order. */
export interface PipelineJob {
  readonly commands: readonly string[];
  /** Variables of the workflow, with the expressions that the system replaces. */
  readonly variables: Readonly<Record<string, string>>;
}

const text = z.string().min(1);
const variables = z.record(z.string(), text).default({});

const githubStep = z.union([
  z.strictObject({ run: text, name: text.optional(), env: variables.optional() }),
  z.strictObject({
    uses: text.regex(/^[\w-]+\/[\w-]+@v\d+$/),
    with: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  }),
]);

const githubWorkflow = z.strictObject({
  name: text,
  on: z.strictObject({
    pull_request: z.null().optional(),
    push: z.strictObject({ branches: z.array(text).min(1) }).optional(),
    workflow_dispatch: z.null().optional(),
  }),
  env: variables,
  permissions: z.partialRecord(z.enum(["contents", "id-token"]), z.enum(["read", "write"])),
  jobs: z.record(
    z.string(),
    z.strictObject({
      if: text.optional(),
      "runs-on": text,
      "timeout-minutes": z.int().positive(),
      concurrency: z.strictObject({ group: text, "cancel-in-progress": z.boolean() }),
      environment: text.optional(),
      steps: z.array(githubStep).min(1),
    }),
  ),
});

/** The jobs of a GitHub workflow. The steps that use an action are those that the machine of the test has done already. */
export function githubJobs(file: string): Record<string, PipelineJob> {
  const { jobs, env } = githubWorkflow.parse(parse(readFileSync(file, "utf8")));
  return Object.fromEntries(
    Object.entries(jobs).map(([name, { steps }]) => {
      const commands = steps.flatMap((step) => ("run" in step ? [step.run] : []));
      return [name, { commands, variables: env }];
    }),
  );
}

const gitlabJob = z.strictObject({
  stage: text,
  rules: z.array(
    z.strictObject({ if: text, when: z.literal("manual").optional(), allow_failure: z.boolean().optional() }),
  ),
  interruptible: z.boolean().optional(),
  resource_group: text.optional(),
  timeout: text.optional(),
  environment: z.strictObject({ name: text }).optional(),
  script: z.array(text).min(1),
});

const gitlabPipeline = z
  .object({
    stages: z.array(text).min(1),
    default: z.strictObject({
      image: text,
      id_tokens: z.record(z.string(), z.strictObject({ aud: text })),
      cache: z.strictObject({ key: z.strictObject({ files: z.array(text) }), paths: z.array(text) }),
    }),
  })
  .catchall(gitlabJob);

export function gitlabJobs(file: string): Record<string, PipelineJob> {
  const { stages, default: _, ...jobs } = gitlabPipeline.parse(parse(readFileSync(file, "utf8")));
  return Object.fromEntries(
    Object.entries(jobs).map(([name, { stage, script }]) => {
      if (!stages.includes(stage)) throw new Error(`the job ${name} has the unknown stage ${stage}`);
      return [name, { commands: script, variables: {} }];
    }),
  );
}

/** The variables of a job with the values of the expressions `${{ vars.X }}` and `${{ secrets.X }}`; others are unknown. */
export function evaluated(job: PipelineJob, values: Readonly<Record<string, string>>): Record<string, string> {
  const valueFor = (expression: string) => {
    const name = /^(?:vars|secrets)\.([A-Z_]+)$/.exec(expression)?.[1];
    const value = name === undefined ? undefined : values[name];
    if (value === undefined) throw new Error(`the expression ${expression} has no value`);
    return value;
  };
  return Object.fromEntries(
    Object.entries(job.variables).map(([name, template]) => [
      name,
      template.replace(/\$\{\{\s*(\S+)\s*\}\}/g, (_match, expression: string) => valueFor(expression)),
    ]),
  );
}
