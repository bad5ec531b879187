import * as pulumi from "@pulumi/pulumi";

const withoutEngine = {};

/** Identifies the running program, by its connection to the engine. A process may run several at the same time. */
export function currentProgram(): object {
  return pulumi.runtime.getMonitor() ?? withoutEngine;
}
