/** What the CLI keeps of a stack, read from the files of its state: it takes no run of the CLI. */
import { createDecipheriv } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { OutputMap, UpdateSummary } from "@pulumi/pulumi/automation";
import { DATA_KEY } from "../../support/vault.js";

/** A resource as the exported state holds it. */
export interface StateResource {
  readonly urn: string;
  readonly type: string;
  readonly id: string;
  /** URNs of what it depends on. */
  readonly dependencies?: string[];
  /** The same for each input. */
  readonly propertyDependencies?: Record<string, string[]>;
  // biome-ignore lint/suspicious/noExplicitAny: inputs are whatever the program gives
  readonly inputs: Record<string, any>;
  // biome-ignore lint/suspicious/noExplicitAny: outputs are whatever the platform gives
  readonly outputs: Record<string, any>;
  /** Where the program constructs it. */
  readonly sourcePosition?: string;
  readonly stackTrace?: readonly { readonly sourcePosition: string }[];
}

/** Marks objects that aren't plain values in the state, such as secrets. */
const signature = "4dabf18193072939515e22adb298388d";

/** Whether a value in the file of a state is encrypted: as a whole, or all of its members are that say anything. */
export function isEncrypted(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if ("ciphertext" in value) return true;
  const members = Array.isArray(value) ? [] : Object.values(value).filter((each) => JSON.stringify(each) !== "{}");
  return members.length > 0 && members.every(isEncrypted);
}

/** Decrypts a value as Pulumi does, of a stack whose key the Vault of the test run protects. */
function decrypted(ciphertext: string): string {
  const [, nonce, encrypted] = ciphertext.split(":").map((part) => Buffer.from(part, "base64")) as Buffer[];
  const decipher = createDecipheriv("aes-256-gcm", DATA_KEY, nonce as Buffer);
  decipher.setAuthTag((encrypted as Buffer).subarray(-16));
  return decipher.update((encrypted as Buffer).subarray(0, -16), undefined, "utf8") + decipher.final("utf8");
}

const withoutSecrets = (_: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && signature in value && "ciphertext" in value
    ? JSON.parse(decrypted(value.ciphertext as string), withoutSecrets)
    : value;

const read = async (path: string) => JSON.parse(await readFile(path, "utf8"));

export function stateFiles(state: string, project: string, stack: string) {
  const history = join(state, ".pulumi/history", project, stack);
  /** The resources of the stack; secrets are encrypted. */
  const resources = async () => {
    const { checkpoint } = await read(join(state, `.pulumi/stacks/${project}/${stack}.json`));
    return (checkpoint.latest?.resources ?? []) as StateResource[];
  };
  return {
    resources,
    /** The outputs of the stack, decrypted. */
    async outputs(): Promise<OutputMap> {
      const root = (await resources()).find(({ type }) => type === "pulumi:pulumi:Stack");
      const outputs = Object.entries(root?.outputs ?? {}).map(([name, value]) => {
        const text = JSON.stringify(value);
        return [name, { value: JSON.parse(text, withoutSecrets), secret: text.includes(signature) }] as const;
      });
      return Object.fromEntries(outputs);
    },
    /** The latest update of the stack, a refresh or destroy included. */
    async latestUpdate(): Promise<UpdateSummary | undefined> {
      // The names contain the time.
      const [latest] = (await readdir(history))
        .filter((name) => name.endsWith(".history.json"))
        .sort()
        .reverse();
      return latest === undefined ? undefined : read(join(history, latest));
    },
  };
}
