import type { Outside } from "../command.js";
import { runPulumi } from "../pulumi/runPulumi.js";
import type { Secret } from "./secrets.js";

interface Stack extends Outside {
  /** Folder of the project. */
  readonly cwd: string;
  readonly stack?: string | undefined;
}

/** Sets the secrets whose values are known in the configuration of a stack; returns their keys. */
export async function setSecrets(secrets: readonly Secret[], stack: Stack): Promise<string[]> {
  const known = secrets.filter((secret): secret is Required<Secret> => secret.value !== undefined);
  // One after the other, since each writes the same file.
  for (const { key, value } of known) {
    const purpose = `Setting the secret ${key} in the stack configuration`;
    // The CLI removes the last line break of what it reads.
    await runPulumi({ ...stack, purpose, args: ["config", "set", "--secret", key], input: `${value}\n` });
  }
  return known.map(({ key }) => key);
}
