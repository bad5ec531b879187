/** A second cluster, which the platform does not start with. */
export const otherCluster = { id: "c2a57e2d-3f4b-4c1a-8d26-7b9e0f4a6c99", name: "second" } as const;
