/** The features of clusters that the platform itself has. Requests and responses name them; the IDs are those of their records. */
export type FeatureType =
  | "STRING"
  | "BOOLEAN"
  | "AWS_USER_PROVIDED_NETWORK"
  | "GCP_USER_PROVIDED_NETWORK"
  | "KARPENTER"
  | "NAT_GATEWAY";

export interface OwnFeature {
  readonly id: string;
  readonly name: string;
  readonly type: FeatureType;
  /** The cloud providers that have it. */
  readonly on: (provider: string) => boolean;
}

const only =
  (...providers: readonly string[]) =>
  (provider: string) =>
    providers.includes(provider);

export const ownFeatures = {
  staticIp: {
    id: "fea70e00-a3c5-41e7-a263-d45f7193b00d",
    name: "STATIC_IP",
    type: "BOOLEAN",
    on: () => true,
  },
  awsNetwork: {
    id: "fea70e00-b4d6-42f8-b374-e5608204c10f",
    name: "EXISTING_VPC",
    type: "AWS_USER_PROVIDED_NETWORK",
    on: only("AWS"),
  },
  gcpNetwork: {
    id: "fea70e00-c5e7-4309-8485-f6719315d210",
    name: "EXISTING_VPC",
    type: "GCP_USER_PROVIDED_NETWORK",
    on: only("GCP"),
  },
  karpenter: {
    id: "fea70e00-d6f8-441a-9596-0782a426e311",
    name: "KARPENTER",
    type: "KARPENTER",
    on: only("AWS"),
  },
  natGateway: {
    id: "fea70e00-e709-452b-a6a7-1893b537f412",
    name: "NAT_GATEWAY",
    type: "NAT_GATEWAY",
    on: only("GCP", "SCW"),
  },
  vpcSubnet: {
    id: "fea70e00-f81a-463c-87b8-29a4c648f513",
    name: "VPC_SUBNET",
    type: "STRING",
    on: (provider) => provider !== "GCP",
  },
  gkeKmsKey: {
    id: "fea70e00-092b-474d-98c9-3ab5d759f614",
    name: "GKE_KMS_KEY",
    type: "STRING",
    on: only("GCP"),
  },
} as const satisfies Record<string, OwnFeature>;

const all: readonly OwnFeature[] = Object.values(ownFeatures);

export function ownFeature(id: string): OwnFeature | undefined {
  return all.find((each) => each.id === id);
}

/** The name of a feature, of which a request has the name or the ID. Those of a seed only have an ID. */
export function featureName(specified: string): string {
  const isName = all.some(({ name }) => name === specified);
  return isName ? specified : (ownFeature(specified.toLowerCase())?.name ?? specified.toLowerCase());
}

/** The IDs of the records that a name may mean: which one it is depends on the cloud provider. */
export function featureIds(name: string): readonly string[] {
  const own = all.filter((each) => each.name === name);
  return own.length === 0 ? [name] : own.map(({ id }) => id);
}
