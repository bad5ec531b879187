export { DeploymentBusyError } from "./deploymentBusyError.js";
export { DeploymentFailedError } from "./deploymentFailedError.js";
export { DeploymentReplacedError } from "./deploymentReplacedError.js";
export { DeploymentUnfinishedError } from "./deploymentUnfinishedError.js";
export { EmptySelectionError } from "./emptySelectionError.js";
export { FirstDeploymentError } from "./firstDeploymentError.js";
export { NeverDeployedError } from "./neverDeployedError.js";
