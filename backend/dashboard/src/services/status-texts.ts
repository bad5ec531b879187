import type { ServiceSummary } from "../../../src/dashboard/contract.js";

export const statusTexts: Readonly<Record<ServiceSummary["deploymentStatus"], string>> = {
  NEVER_DEPLOYED: "never deployed",
  UP_TO_DATE: "up to date",
  OUT_OF_DATE: "out of date",
};
