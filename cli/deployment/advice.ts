import {
  DeploymentBusyError,
  DeploymentFailedError,
  DeploymentReplacedError,
  DeploymentUnfinishedError,
  EmptySelectionError,
  FirstDeploymentError,
  NeverDeployedError,
} from "../../provider/deployment/errors.js";
import { AppPlatformError, type ErrorText } from "../../provider/errors/appPlatformError.js";
import { ConflictError, OutcomeUnknownError } from "../../provider/errors/index.js";

type Advice = (environmentId: string, error: AppPlatformError) => ErrorText["todo"];

const giveCommit = "pass the commit of each service that is built from git and was never deployed";
const commitOption = "--commit <service>=<commit>";

/** What to do about deployment errors on the command line. The errors' own advice is for Pulumi programs. */
const advice: Readonly<Record<string, Advice>> = {
  [DeploymentFailedError.code]: (environmentId, error) =>
    error instanceof DeploymentFailedError && error.isCanceled
      ? "find out in the platform's console who canceled it, then deploy again."
      : `run \`app-platform logs ${environmentId}\`, read the log of the services named above in the platform's console, correct the cause, and deploy again.`,
  [DeploymentReplacedError.code]: () =>
    "find out in the platform's console who deployed them, correct the cause, and deploy again.",
  [DeploymentUnfinishedError.code]: (environmentId) => [
    `run \`app-platform logs ${environmentId} --follow\`, which waits until it has ended`,
    `run \`app-platform cancel ${environmentId}\``,
    "next time, raise --timeout",
  ],
  [DeploymentBusyError.code]: (environmentId) => [
    "wait until it has ended, then deploy again",
    "raise --timeout",
    `cancel it: \`app-platform cancel ${environmentId}\``,
  ],
  [EmptySelectionError.code]: () => "create a service in the environment first.",
  [FirstDeploymentError.code]: (_, error) => {
    const services = error instanceof FirstDeploymentError ? ` (${error.services.join(", ")})` : "";
    return `${giveCommit}${services}: ${commitOption}`;
  },
  [NeverDeployedError.code]: () => [
    `${giveCommit}: ${commitOption}`,
    "pass --no-wait, which deploys the others and warns",
  ],
  [OutcomeUnknownError.code]: (environmentId) => [
    "check the environment's deployments in the platform's console; if it didn't run, deploy again",
    `with the extended endpoints, if your platform serves them: look at \`app-platform logs ${environmentId}\``,
  ],
  [ConflictError.code]: () =>
    "run `app-platform status`: no deployment may be running, or it's already being canceled.",
};

/** The error with advice for the command line. */
export function advised(error: unknown, environmentId: string): unknown {
  if (!(error instanceof AppPlatformError)) return error;
  const own = advice[error.code];
  return own === undefined ? error : error.advising(own(environmentId, error));
}
