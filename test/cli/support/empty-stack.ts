/** What `pulumi stack init` writes, without a run of the CLI. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

const url = "hashivault://tests";
/** The Vault of the test run decrypts everything to its one key: see before-all.ts. */
const encryptedKey = Buffer.from("vault:v1:tests").toString("base64");

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
  const secrets = { type: "cloud", state: { url, encryptedkey: encryptedKey } };
  const checkpoint = {
    stack: `organization/${project}/${stack}`,
    latest: { manifest: {}, secrets_providers: secrets, metadata: {} },
  };
  await writeFile(join(state, ".pulumi/meta.yaml"), "version: 1\n");
  await writeFile(join(stacks, `${stack}.json`), JSON.stringify({ version: 3, checkpoint }));
  const settings = `secretsprovider: ${url}\nencryptedkey: ${encryptedKey}\n`;
  await writeFile(join(folder, `Pulumi.${stack}.yaml`), settings);
}
