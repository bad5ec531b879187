/** What the SDK of a program has open to an engine. It keeps these connections of each run, so they are closed after it. */
import * as pulumi from "@pulumi/pulumi";

interface Connection {
  close(): void;
}

/** The connection for messages, as far as it is used here. */
interface Engine extends Connection {
  log(request: unknown, done: () => void): void;
}

/**
 * The connections of a run go on trying to reach a port that is gone, and a later engine that gets the same port is then treated
 * as unreachable. After one message that could not be sent, the SDK sends none of any later program of the process: what is left
 * to say when a run is over is dropped.
 */
export function newConnections() {
  const monitors = new Set<Connection>();
  const engines = new Set<Engine>();
  return {
    /** Takes those of the program that runs: to be called in it. */
    take() {
      const [monitor, engine] = [pulumi.runtime.getMonitor(), pulumi.runtime.getEngine()] as unknown as [
        Connection?,
        Engine?,
      ];
      if (monitor !== undefined) monitors.add(monitor);
      if (engine !== undefined) engines.add(engine);
    },
    close() {
      for (const engine of engines) engine.log = (_, done) => done();
      for (const each of [...monitors, ...engines]) each.close();
      monitors.clear();
      engines.clear();
    },
  };
}
