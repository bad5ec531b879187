/** What tests know of the requests and the responses of kinds: each fixture by its name, and all of them in the API document's order. */
import type { Values } from "../support/provider.js";
import { kindNames, records } from "./index.js";
import type { Fixture } from "./shared/fixture.js";

export type { Fixture } from "./shared/fixture.js";
export { ids } from "./shared/ids.js";

export const { fixture: application } = records.Application;
export const { fixture: argoCdConfig } = records.ArgoCdConfig;
export const { fixture: cluster } = records.Cluster;
export const { fixture: container } = records.Container;
export const { fixture: database } = records.Database;
export const { fixture: deploymentTrigger } = records.DeploymentTrigger;
export const { fixture: helmService } = records.HelmService;
export const { fixture: job } = records.Job;
export const { fixture: terraformService } = records.TerraformService;

export const fixtures: readonly Fixture[] = kindNames.map((kind) => records[kind].fixture);

/** What a program gives for one. */
export const argsOf = ({ program, path }: Pick<Fixture, "program" | "path">): Values => ({ ...program, ...path });
