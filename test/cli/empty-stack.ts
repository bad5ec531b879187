/** What `pulumi stack init` writes, without a run of the CLI. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** What Pulumi writes for the passphrase that people use with the commands of this checkout. */
const salt = "v1:Mu3zq4hS7IM=:v1:0JX4YMonh4IgaTYS:JOkjRhrSJU7OsmFwACj7btYAiDjw8A==";
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
  /** Whether a passphrase protects its secrets: deriving the key takes every run of the CLI a sixth of a second. */
  readonly hasPassphrase?: boolean;
}

export async function writeEmptyStack({ folder, state, project, stack, hasPassphrase }: EmptyStack): Promise<void> {
  const stacks = join(state, ".pulumi/stacks", project);
  await mkdir(stacks, { recursive: true });
  const secrets = hasPassphrase
    ? { type: "passphrase", state: { salt } }
    : { type: "cloud", state: { url, encryptedkey: encryptedKey } };
  const checkpoint = {
    stack: `organization/${project}/${stack}`,
    latest: { manifest: {}, secrets_providers: secrets, metadata: {} },
  };
  await writeFile(join(state, ".pulumi/meta.yaml"), "version: 1\n");
  await writeFile(join(stacks, `${stack}.json`), JSON.stringify({ version: 3, checkpoint }));
  const settings = hasPassphrase
    ? `encryptionsalt: ${salt}\n`
    : `secretsprovider: ${url}\nencryptedkey: ${encryptedKey}\n`;
  await writeFile(join(folder, `Pulumi.${stack}.yaml`), settings);
}
