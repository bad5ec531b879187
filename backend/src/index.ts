/** What programs import: a platform in their own process. The command line is `main.ts`. */
export type {
  ConnectionFault,
  FaultMatch,
  FaultName,
  FaultRule,
  ResponseFault,
} from "./in-process/fault-rule.js";
export type { LocalPlatform, PlatformOptions, RequestEntry, SeededIds, Tokens } from "./in-process/local-platform.js";
export type {
  Seed,
  SeedAnnotationsGroup,
  SeedEnvironment,
  SeedFeature,
  SeedGitToken,
  SeedLabelsGroup,
  SeedRegistry,
} from "./in-process/seed.js";
export { startPlatform } from "./in-process/start-platform.js";
