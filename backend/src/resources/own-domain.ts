/** The domain of the names that the platform gives. */
export const ownDomain = "services.platform.example";
