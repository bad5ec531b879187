import { z } from "zod";
import { recordsBelow } from "../../lifecycle/recordsBelow.js";
import { verbatim } from "../../schema/texts.js";

const restriction = z
  .strictObject({
    mode: z.enum(["MATCH", "EXCLUDE"]).meta({
      typeName: "DeploymentRestrictionMode",
      description:
        "Whether only commits that change the path deploy the service, or commits that change nothing else do not.",
    }),
    type: z
      .enum(["PATH"])
      .optional()
      .meta({
        typeName: "DeploymentRestrictionType",
        description: "What `value` is.",
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
      "Which paths of the git repository cause automatic deployments. If you give the list, it is all of them: restrictions that others have added are removed. If you omit it, those that there are stay as they are.",
    extendedOnly: true,
    apart: "named",
    key: "value",
    unique: ["value"],
  });

export const restrictionsPart = recordsBelow({
  arg: "deploymentRestrictions",
  segment: "deploymentRestriction",
  noun: "deployment restriction",
});
