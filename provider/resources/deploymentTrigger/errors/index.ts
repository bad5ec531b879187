export { DeploymentBusyError } from "./deploymentBusyError.js";
export { DeploymentFailedError } from "./deploymentFailedError.js";
export { DeploymentUnfinishedError } from "./deploymentUnfinishedError.js";
export { EmptySelectionError } from "./emptySelectionError.js";
export { FirstDeploymentError } from "./firstDeploymentError.js";
