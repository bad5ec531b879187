import type { EnvironmentRecordKind } from "./environment-record.js";

/** Every kind of record that belongs to an environment and isn't a service. */
export const environmentRecordKinds: readonly EnvironmentRecordKind<unknown, unknown>[] = [];
