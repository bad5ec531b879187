import type { EnvironmentRecordKind } from "./environment-record.js";

/** Every kind of record that belongs to an environment and is no service. */
export const environmentRecordKinds: readonly EnvironmentRecordKind<unknown, unknown>[] = [];
