import type { ArgumentsRecord } from "../argumentsRecord.js";
import * as bounds from "../shared/arguments.js";

/** What `extended.md` says about the arguments of a Helm service. */
export const helmArguments: Omit<ArgumentsRecord, "changed"> = {
  required: `environmentId source source.gitRepository.url source.gitRepository.provider
    source.helmRepository.repositoryId source.helmRepository.chartName source.helmRepository.chartVersion
    valuesOverride.file.git.gitRepository valuesOverride.file.git.gitRepository.url
    valuesOverride.file.git.gitRepository.provider valuesOverride.file.git.paths valuesOverride.file.raw.values
    valuesOverride.file.raw.values[].name valuesOverride.file.raw.values[].content
    ports[].internalPort ports[].serviceSelectors[].key ports[].serviceSelectors[].value`,
  bounds: [
    ...bounds.name,
    ["timeoutSec", [-1, 2_147_483_648], [0]],
    ["ports[].internalPort", [0, 65536], [1, 65535]],
    ["ports[].externalPort", [0, 65536], [1, 65535]],
    ...bounds.notEmpty(`ports[].name ports[].namespace ports[].serviceName ports[].serviceSelectors[].key
        source.helmRepository.chartName source.helmRepository.chartVersion source.gitRepository.branch
        source.gitRepository.rootPath valuesOverride.file.git.gitRepository.branch
        valuesOverride.file.git.gitRepository.rootPath valuesOverride.file.git.paths[]
        valuesOverride.file.raw.values[].name`),
  ],
  omittedElsewhere: {
    "source.gitRepository": "source",
    "source.helmRepository": "source",
    "valuesOverride.file.git": "valuesOverride.file",
    "valuesOverride.file.raw": "valuesOverride.file",
    "ports[].serviceName": "ports[]",
    "ports[].serviceSelectors": "ports[]",
  },
};
