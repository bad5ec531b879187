import * as pulumi from "@pulumi/pulumi";

let isConnected = false;

/**
 * Tells the user something that is no error, as a warning of the stack.
 *
 * The plugin process knows the engine's address (its first argument) but is not connected to the engine's log; connecting
 * it makes `pulumi.log` work here as it does in a program. Without an engine the text goes to standard error, which Pulumi shows too.
 */
export function warn(text: string): void {
  const engine = process.argv[2];
  if (engine === undefined || !/^[\w.:[\]-]+:\d+$/.test(engine)) {
    process.stderr.write(`warning: ${text}\n`);
    return;
  }
  if (!isConnected) {
    isConnected = true;
    pulumi.runtime.resetOptions("", "", 0, engine, "", false, "");
  }
  pulumi.log.warn(text).catch(() => process.stderr.write(`warning: ${text}\n`));
}
