import type { Created, Scope } from "../definition/resourceDefinition.js";
import { PartialFailure } from "./partialFailure.js";

/** After a write of a service, or of something that services see: what this run has deployed before is deployed again, so that it sees it, too. */
export async function deployedAgain({ definition, platform, label }: Scope, written: Created): Promise<void> {
  if (definition.isSeenByServices !== true && definition.deployedAs === undefined) return;
  await platform.deployments.settle().catch((error) => {
    const cause = error instanceof PartialFailure ? error.cause : error;
    throw new PartialFailure(label, written, "deploying what sees it again", cause);
  });
}
