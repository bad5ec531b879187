/** Reads the pipeline files of an example: the commands of each job, with their variables. */
import { readFileSync } from "node:fs";
import { parse } from "yaml";

/** A job with the commands that it runs, in order. */
export interface PipelineJob {
  readonly commands: readonly string[];
  /** Variables of the workflow, with the expressions that the system replaces. */
  readonly variables: Readonly<Record<string, string>>;
}

/** What GitHub and GitLab know, as far as the files use it: they ignore what is misspelled, or refuse the file. */
const vocabulary = [
  ...[
    "name",
    "on",
    "pull_request",
    "push",
    "branches",
    "workflow_dispatch",
    "env",
    "permissions",
    "contents",
    "id-token",
  ],
  ...["jobs", "if", "runs-on", "timeout-minutes", "concurrency", "group", "cancel-in-progress", "environment", "steps"],
  ...["uses", "with", "run", "node-version", "cache", "pulumi-version"],
  ...["stages", "default", "image", "id_tokens", "aud", "key", "files", "paths", "stage", "rules", "when"],
  ...["allow_failure", "interruptible", "resource_group", "timeout", "script"],
  // Its jobs.
  ...["preview", "up", "unlock"],
];

/** The content of a file. */
function contentOf(file: string): unknown {
  const unknown = new Set<string>();
  const content = parse(readFileSync(file, "utf8"));
  JSON.stringify(content, (key, value) => {
    if (!/^([A-Z_]*|\d+)$/.test(key) && !vocabulary.includes(key)) unknown.add(key);
    return value;
  });
  if (unknown.size > 0) throw new Error(`${file} has ${[...unknown].join(", ")}`);
  return content;
}

interface GithubWorkflow {
  readonly env?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, { readonly steps: readonly { readonly run?: string }[] }>>;
}

/** The jobs of a GitHub workflow. The steps that use an action are those that the machine of the test has done already. */
export function githubJobs(file: string): Record<string, PipelineJob> {
  const { jobs, env = {} } = contentOf(file) as GithubWorkflow;
  const entries = Object.entries(jobs).map(([name, { steps }]) => {
    const commands = steps.flatMap(({ run }) => run ?? []);
    return [name, { commands, variables: env }] as const;
  });
  return Object.fromEntries(entries);
}

export function gitlabJobs(file: string): Record<string, PipelineJob> {
  const jobs = contentOf(file) as Readonly<Record<string, { readonly script?: readonly string[] }>>;
  const entries = Object.entries(jobs).flatMap(([name, { script }]) =>
    script === undefined ? [] : [[name, { commands: script, variables: {} }] as const],
  );
  return Object.fromEntries(entries);
}

/** The variables of a job with the values of the expressions `${{ vars.X }}` and `${{ secrets.X }}`; others are unknown. */
export function evaluated(
  { variables }: PipelineJob,
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  const valueFor = (expression: string) => {
    const value = values[expression.replace(/^(vars|secrets)\./, "")];
    if (value === undefined) throw new Error(`the expression ${expression} has no value`);
    return value;
  };
  const entries = Object.entries(variables).map(([name, template]) => [
    name,
    template.replace(/\$\{\{\s*(\S+)\s*\}\}/g, (_match, expression: string) => valueFor(expression)),
  ]);
  return Object.fromEntries(entries);
}
