import { joinRun } from "../../engine/ledger.js";
import { type PluginContext, platformsOfPlugin } from "../../engine/platforms.js";
import { endProcess, engineAddress, newShutdown, shutDownOnSignals, watchEngine } from "../../engine/process.js";
import { stackState } from "../../engine/stackState.js";
import { userAgentOf } from "../../platform/environment.js";
import { notifyEngine, notifyHere, serve } from "./serve.js";
import type { NativeContext } from "./session.js";

/** Serves the provider on a port that it prints, until the engine that started it ends. */
export function startProcess(own: Pick<NativeContext, "version" | "schema">): void {
  const shutdown = newShutdown();
  const engine = engineAddress();
  const run = joinRun(engine);
  shutdown.atEnd(run.leave);

  const notify = engine === undefined ? notifyHere : notifyEngine(engine);

  const stack = stackState(shutdown.signal);
  const plugin: PluginContext = {
    environment: process.env,
    userAgent: userAgentOf(own.version, "native provider"),
    shutdown: shutdown.signal,
    readStack: stack.readStack,
    ledger: run.ledger,
    log: {
      warn: (text) => void notify({ severity: "warning", urn: "", text }),
      info: (text) => void notify({ severity: "info", urn: "", text }),
    },
  };

  void serve({
    environment: plugin.environment,
    ...own,
    connect: (variables) => platformsOfPlugin(plugin, variables),
    notify,
    during: shutdown.track,
    noteStart: stack.noteStart,
  }).then(({ port }) => {
    process.stdout.write(`${port}\n`);
    // Without an engine, as for `pulumi package get-schema`, nothing is in progress when a signal arrives.
    if (engine === undefined) return;
    shutDownOnSignals(shutdown);
    watchEngine(engine, () => endProcess(shutdown, "the Pulumi engine is gone"));
  });
}
