import { responseText, uuid } from "../../schema/schemas.js";

/** A role of the organization. `description` says what it's for. */
export const roleFacts = (description: string) => ({
  description: `${description} A \`CustomRole\`, or a role of the platform, which \`getAvailableRole\` finds by its name.`,
  idOf: { kind: "CustomRole" },
});

export const optionalRole = (description: string) =>
  uuid.optional().meta({
    ...roleFacts(description),
    whenOmitted: { description: "the role VIEWER", isSent: true },
  });

export const roleName = responseText.meta({ description: "Name of the role.", changesWith: ["roleId"] });
