import * as pulumi from "@pulumi/pulumi";
import type { Log } from "../../definition/kind.js";
import { InitFailure } from "../../engine/call.js";
import { engineAddress } from "../../engine/process.js";
import { AppPlatformError } from "../../errors/appPlatformError.js";

let isConnected = false;
/** The delivery of the latest message: the SDK delivers them one by one. */
let latest = Promise.resolve();

/**
 * Shows messages to the user, as diagnostics of the stack.
 *
 * The plugin process knows the engine's address but isn't connected to the engine's log. Once connected, `pulumi.log` works as in a
 * program. Without an engine, messages go to standard error, which Pulumi also shows.
 */
export const engineLog: Log = {
  warn: (text) => write(text, "warning: ", pulumi.log.warn),
  info: (text) => write(text, "", pulumi.log.info),
};

function write(text: string, prefix: string, log: (text: string) => Promise<void>): void {
  const print = () => void process.stderr.write(`${prefix}${text}\n`);
  const engine = engineAddress();
  if (engine === undefined) {
    print();
    return;
  }
  if (!isConnected) {
    isConnected = true;
    pulumi.runtime.resetOptions("", "", 0, engine, "", false, "");
  }
  latest = log(text).catch(print);
}

/**
 * Runs a call, and returns its result once the engine has all messages: it ends the operation after the last result, and doesn't show
 * later ones.
 */
export async function deliveringMessages<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    await latest;
  }
}

let isQuiet = false;

/**
 * Pulumi's plugin prints message and stack trace of every error of check, diff, read and delete, and the engine shows the message again.
 * For our own errors, the first copy is suppressed.
 */
export function printErrorsOnce(): void {
  if (isQuiet) return;
  isQuiet = true;
  const print = console.error.bind(console);
  console.error = (...texts: unknown[]) => {
    const isOurs = typeof texts[0] === "string" && texts[0].startsWith(marker);
    if (!isOurs) print(...texts);
  };
  for (const type of [AppPlatformError, InitFailure]) type.prototype.toString = () => marker;
}

/** Marks our own errors in the plugin's output. */
const marker = "\u0000app-platform-error";
