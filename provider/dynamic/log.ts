import * as pulumi from "@pulumi/pulumi";
import type { Log } from "../definition/log.js";
import { engineAddress } from "../plugin/engine.js";

let isConnected = false;
/** The delivery of the latest message; the SDK delivers one after the other. */
let latest = Promise.resolve();

/**
 * Shows messages to the user, as diagnostics of the stack.
 *
 * The plugin process knows the engine's address but is not connected to the engine's log. Once
 * connected, `pulumi.log` works here as it does in a program. Without an engine, messages go to standard error, which Pulumi
 * shows too.
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
 * Runs a call of the engine, and returns its result once the engine has all messages: after the last result, it ends the
 * operation, and what arrives later is not shown.
 */
export async function deliveringMessages<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    await latest;
  }
}
