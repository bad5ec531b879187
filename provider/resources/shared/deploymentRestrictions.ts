import { z } from "zod";
import { recordsBelow } from "../../lifecycle/recordsBelow.js";
import { verbatim } from "../../schema/texts.js";

const restriction = z
  .strictObject({
    mode: z.enum(["MATCH", "EXCLUDE"]).meta({
      typeName: "DeploymentRestrictionMode",
      description:
        "Whether only commits that change the path deploy the service (`MATCH`), or all except those that change only the path (`EXCLUDE`).",
    }),
    type: z
      .enum(["PATH"])
      .optional()
      .meta({
        typeName: "DeploymentRestrictionType",
        description: "Type of the `value`.",
        default: "PATH",
        whenOmitted: { isSent: true },
      }),
    value: verbatim.meta({ description: "Path in the repository, for example `src/`; unique in the list." }),
  })
  .meta({ typeName: "DeploymentRestriction", description: "A path in the repository." });

/** Which paths of its repository cause automatic deployments of a service (`restrictionsPart`). */
export const deploymentRestrictions = z
  .array(restriction)
  .optional()
  .meta({
    description:
      "Limits automatic deployments to certain paths of the git repository. If you set the list, restrictions that others have added are removed. If you omit it, they stay as they are.",
    extendedOnly: true,
    apart: "named",
    items: { key: "value", unique: ["value"] },
  });

export const restrictionsPart = recordsBelow({
  arg: "deploymentRestrictions",
  segment: "deploymentRestriction",
  noun: "deployment restriction",
});
