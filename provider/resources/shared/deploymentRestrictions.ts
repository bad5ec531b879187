import { z } from "zod";
import { recordsBelow } from "../../lifecycle/recordsBelow.js";
import { choice, object, verbatim } from "../../schema/schemas.js";

const restriction = object("DeploymentRestriction", "A path in the repository.", {
  mode: choice("DeploymentRestrictionMode", ["MATCH", "EXCLUDE"]).meta({
    description:
      "Whether only commits that change the path deploy the service (`MATCH`), or all except those that change only the path (`EXCLUDE`).",
  }),
  type: choice("DeploymentRestrictionType", ["PATH"])
    .optional()
    .meta({ description: "Type of the `value`.", default: "PATH", whenOmitted: { isSent: true } }),
  value: verbatim.meta({ description: "Path in the repository, for example `src/`; unique in the list." }),
});

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
