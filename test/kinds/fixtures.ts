import { kindNames, records } from "./index.js";
import type { Fixture } from "./shared/fixture.js";

/** The fixtures of all kinds, in the order of the API document. */
export const fixtures: readonly Fixture[] = kindNames.map((kind) => records[kind].fixture);
