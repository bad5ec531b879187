/**
 * The native provider's program. Pulumi starts it with the address of its engine, and reads the port that it prints.
 *
 * The executable is a snapshot, in which everything imported here is already loaded. A snapshot can't contain objects of `Intl` or Node's
 * `http2` and `tls`, and Node doesn't promise that it can contain `child_process`. What needs these is loaded at the start.
 */
import { setFlagsFromString, startupSnapshot } from "node:v8";
import schema from "../../generated/schema.json";
import "../../engine/frontend.js";
import "./service.js";

/** The version of the package, which the bundler writes here. */
declare const VERSION: string;

function start(): void {
  // Little of what a run sends stays in memory. So V8 collects garbage when the heap has grown by half, instead of doubled.
  setFlagsFromString("--heap-growing-percent=50");
  const { startProcess } = require("./serve.js") as typeof import("./serve.js");
  startProcess({ version: VERSION, schema });
}

if (startupSnapshot.isBuildingSnapshot()) startupSnapshot.setDeserializeMainFunction(start);
else start();
