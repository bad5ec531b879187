export { BackendNotInstalledError } from "./backendNotInstalledError.js";
export { CommandInterruptedError } from "./commandInterruptedError.js";
export { OutputFailedError } from "./outputFailedError.js";
export { PulumiFailedError } from "./pulumiFailedError.js";
export { PulumiNotFoundError } from "./pulumiNotFoundError.js";
export { UnexpectedError } from "./unexpectedError.js";
export { UsageError } from "./usageError.js";
