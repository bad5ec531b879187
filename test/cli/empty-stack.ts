/** What `pulumi stack init` writes, without a run of the CLI, whose time goes into a new salt for a passphrase that is public. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

export const salt = "v1:Mu3zq4hS7IM=:v1:0JX4YMonh4IgaTYS:JOkjRhrSJU7OsmFwACj7btYAiDjw8A==";

export interface EmptyStack {
  /** The folder of the project. */
  readonly folder: string;
  /** The folder of the state. */
  readonly state: string;
  readonly project: string;
  readonly stack: string;
}

export async function writeEmptyStack({ folder, state, project, stack }: EmptyStack): Promise<void> {
  const stacks = join(state, ".pulumi/stacks", project);
  await mkdir(stacks, { recursive: true });
  const checkpoint = {
    stack: `organization/${project}/${stack}`,
    latest: { manifest: {}, secrets_providers: { type: "passphrase", state: { salt } }, metadata: {} },
  };
  await writeFile(join(state, ".pulumi/meta.yaml"), "version: 1\n");
  await writeFile(join(stacks, `${stack}.json`), JSON.stringify({ version: 3, checkpoint }));
  await writeFile(join(folder, `Pulumi.${stack}.yaml`), `encryptionsalt: ${salt}\n`);
}
