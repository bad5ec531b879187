/** The process of the native provider. Pulumi starts it with the address of its engine, and reads from it on which port it serves. */
import { setFlagsFromString } from "node:v8";
import schema from "../generated/schema.json";
import { engineAddress, watchEngine } from "../plugin/engine.js";
import { type PluginContext, platformsOfPlugin } from "../plugin/platforms.js";
import { endProcess, newShutdown, shutDownOnSignals } from "../plugin/shutdown.js";
import { readStack } from "../plugin/stackState.js";
import { serve, tellEngine, tellHere } from "./serve.js";

/** The version of the package, which the bundler writes here. */
declare const VERSION: string;

// Little of what a run sends stays: V8 collects garbage when the heap has grown by half, and not only when it has doubled.
setFlagsFromString("--heap-growing-percent=50");

const shutdown = newShutdown();
const engine = engineAddress();

const plugin: PluginContext = {
  environment: process.env,
  shutdown: shutdown.signal,
  readStack: () => readStack(shutdown.signal),
};

void serve({
  environment: plugin.environment,
  version: VERSION,
  schema,
  connect: (variables) => platformsOfPlugin(plugin, variables),
  tell: engine === undefined ? tellHere : tellEngine(engine),
  during: shutdown.track,
}).then(({ port }) => {
  process.stdout.write(`${port}\n`);
  // Without an engine, as for `pulumi package get-schema`, nothing is under way when a signal arrives.
  if (engine === undefined) return;
  shutDownOnSignals(shutdown);
  watchEngine(engine, () => endProcess(shutdown, "the Pulumi engine is gone"));
});
