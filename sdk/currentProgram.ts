import * as pulumi from "@pulumi/pulumi";

const withoutEngine = {};

/** Identifies the program that runs now: its connection to the engine. A process may run several, also at the same time. */
export function currentProgram(): object {
  return pulumi.runtime.getMonitor() ?? withoutEngine;
}
