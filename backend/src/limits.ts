/** The maximum that the organization's cluster configuration allows for one service. */
export const maximumCpu = 32_000;
export const maximumMemory = 131_072;
export const maximumGpu = 8;

/** The maximum size of a request body. */
export const maximumBodyBytes = 1024 * 1024;
