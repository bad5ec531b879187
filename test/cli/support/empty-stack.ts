/** What `pulumi stack init` writes, without a run of the CLI. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

const url = "hashivault://tests";
/** The Vault of the test run decrypts everything to its one key: see before-all.ts. */
const encryptedKey = Buffer.from("vault:v1:tests").toString("base64");

/** The folders are those of the project and of the state. */
export async function writeEmptyStack({
  folder,
  state,
  project,
  stack,
}: Readonly<Record<"folder" | "state" | "project" | "stack", string>>): Promise<void> {
  const stacks = join(state, ".pulumi/stacks", project);
  await mkdir(stacks, { recursive: true });
  const secrets_providers = { type: "cloud", state: { url, encryptedkey: encryptedKey } };
  const latest = { manifest: {}, secrets_providers, metadata: {} };
  const checkpoint = { stack: `organization/${project}/${stack}`, latest };
  await writeFile(join(state, ".pulumi/meta.yaml"), "version: 1\n");
  await writeFile(join(stacks, `${stack}.json`), JSON.stringify({ version: 3, checkpoint }));
  const settings = `secretsprovider: ${url}\nencryptedkey: ${encryptedKey}\n`;
  await writeFile(join(folder, `Pulumi.${stack}.yaml`), settings);
}
