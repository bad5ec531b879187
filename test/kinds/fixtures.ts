/** What tests know of the requests and the responses of kinds: each fixture by its name, and all of them in the API document's order. */

import type { Values } from "../support/provider.js";
import { kindNames, records } from "./index.js";
import type { Fixture } from "./shared/fixture.js";

export { application } from "./application/fixture.js";
export { argoCdConfig } from "./argoCdConfig/fixture.js";
export { cluster } from "./cluster/fixture.js";
export { container } from "./container/fixture.js";
export { database } from "./database/fixture.js";
export { deploymentTrigger } from "./deploymentTrigger/fixture.js";
export { helmService } from "./helmService/fixture.js";
export { job } from "./job/fixture.js";
export type { Fixture } from "./shared/fixture.js";
export { ids } from "./shared/ids.js";
export { terraformService } from "./terraformService/fixture.js";

export const fixtures: readonly Fixture[] = kindNames.map((kind) => records[kind].fixture);

/** What a program gives for one. */
export const argsOf = ({ program, path }: Pick<Fixture, "program" | "path">): Values => ({ ...program, ...path });
