import type { ArgumentsRecord } from "../argumentsRecord.js";
import { notEmpty } from "../shared/arguments.js";

export const terraformArguments: Omit<ArgumentsRecord, "changed"> = {
  required: `environmentId description autoDeployConfig autoDeployConfig.autoDeploy autoDeployConfig.terraformAction
    terraformFilesSource terraformFilesSource.gitRepository terraformFilesSource.gitRepository.url terraformVariablesSource
    terraformVariablesSource.tfVarFilePaths terraformVariablesSource.tfVars terraformVariablesSource.tfVars[].key
    terraformVariablesSource.tfVars[].value terraformVariablesSource.tfVars[].secret backend engine providerVersion
    providerVersion.explicitVersion jobResources jobResources.cpuMilli jobResources.ramMib jobResources.gpu
    jobResources.storageGib dockerfileFragment.type`,
  bounds: [
    ["name", ["", "x".repeat(129)], ["x".repeat(128)]],
    ...notEmpty(`terraformFilesSource.gitRepository.branch terraformFilesSource.gitRepository.rootPath
        terraformVariablesSource.tfVarFilePaths[] terraformVariablesSource.tfVars[].key
        providerVersion.explicitVersion dockerfileFragment.path`),
    ["jobResources.cpuMilli", [0, 32001], [1, 32000]],
    ["jobResources.ramMib", [0, 131073], [1, 131072]],
    ["jobResources.gpu", [-1, 9], [0, 8]],
    ["jobResources.storageGib", [0], [1]],
    ["timeoutSec", [-1], [0]],
    ["dockerfileFragment.content", ["", "x".repeat(8193), "é".repeat(4097)], ["x".repeat(8192), "é".repeat(4096)]],
  ],
  omittedElsewhere: {
    "backend.kubernetes": "backend",
    "backend.userProvided": "backend",
    "dockerfileFragment.path": "dockerfileFragment",
    "dockerfileFragment.content": "dockerfileFragment",
  },
  dependents: { "dockerfileFragment.type": ["dockerfileFragment.path", "dockerfileFragment.content"] },
};
