import { z } from "zod";
import { advancedSetting, verbatim } from "../../schema/schemas.js";

/** Settings of a service or cluster that the platform keeps apart from it (`settingsPart`). */
export const advancedSettings = z
  .record(verbatim, advancedSetting.meta({ description: "Value of the setting." }))
  .optional()
  .meta({
    description:
      "Advanced settings by the platform's names, such as `deployment.termination_grace_period_seconds`. Your program manages only the settings that you list: one that you remove returns to the platform's default, and the others stay as they are. Names and types are checked against the platform's list, at preview if it can be reached.",
    extendedOnly: true,
    apart: "named",
  });
