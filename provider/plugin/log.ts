import * as pulumi from "@pulumi/pulumi";
import type { Voice } from "../platform/platform.js";
import { engineAddress } from "./engine.js";

let isConnected = false;

/**
 * Tells the user something, as a diagnostic of the stack.
 *
 * The plugin process knows the engine's address (its first argument) but is not connected to the engine's log; connecting
 * it makes `pulumi.log` work here as it does in a program. Without an engine the text goes to standard error, which Pulumi shows too.
 */
export const voice: Voice = {
  warn: (text) => say(text, "warning: ", pulumi.log.warn),
  tell: (text) => say(text, "", pulumi.log.info),
};

function say(text: string, prefix: string, log: (text: string) => Promise<void>): void {
  const print = () => process.stderr.write(`${prefix}${text}\n`);
  const engine = engineAddress();
  if (engine === undefined) {
    print();
    return;
  }
  if (!isConnected) {
    isConnected = true;
    pulumi.runtime.resetOptions("", "", 0, engine, "", false, "");
  }
  log(text).catch(print);
}
