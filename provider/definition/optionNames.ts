/** Options that say where a resource is. */
export const placeOptions: readonly string[] = ["connection"];

/** Options that are used only at creation, for example which existing resource a new one is created from. */
export const creationOptions: readonly string[] = ["adoptId", "cloneFrom", "acceptDefaults"];

/** The option that accepts a resource or its ID. */
export const sourceOption = "cloneFrom";
