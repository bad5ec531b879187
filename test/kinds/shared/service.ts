/** What is the same for all services of an environment. */

/** What the lifecycle steps give and change. */
export const written = "written by the program";
export const edited = "edited by the program";
export const described = { arg: "description", wire: "description", byHand: "by hand" } as const;
export const editDescription = () => [{ description: edited }];
export const moveElsewhere = (ids: { readonly otherEnvironment: string }) => [{ environmentId: ids.otherEnvironment }];
