import type { SeededIds } from "../../platform/support/platform.js";
import { ids } from "./ids.js";

/** Ids as a platform gives them when it starts, where no platform runs. */
export const seededIds: SeededIds = {
  ...ids,
  features: {
    ...{ staticIp: "", awsNetwork: "", gcpNetwork: "", karpenter: "", natGateway: "", vpcSubnet: "", gkeKmsKey: "" },
  },
  registries: { ECR: "", SCALEWAY_CR: "", DOCKER_HUB: ids.registry, PUBLIC_ECR: "", GENERIC_CR: "" },
};
