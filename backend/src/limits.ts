/** The maximum that the organization's cluster configuration allows for one service. */
export const maximumCpu = 32_000;
export const maximumMemory = 131_072;
export const maximumGpu = 8;

/** The maximum size of a request body. */
export const maximumBodyBytes = 1024 * 1024;
/** How many items all lists of a request body may have together. */
export const maximumItems = 10_000;
/** How many violations a response lists. */
export const listedViolations = 100;
