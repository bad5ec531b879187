import { type Kind as KindName, kindNames } from "../../kinds/kindNames.js";

export type { KindName };
export { kindNames };

/** The kinds that `TEST_KIND` asks for, separated by commas. */
export const requestedKinds = process.env.TEST_KIND?.split(",") as readonly KindName[] | undefined;
