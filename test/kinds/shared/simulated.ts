/** What simulated services have in common. */
import type { SeededIds } from "../../platform/platform.js";
import type { Value, Values } from "../../provider.js";
import type { Content, OptionalArgument } from "../simulationRecord.js";

const describedAndSized = ({ edition }: Content): Values => ({ description: `edition ${edition}`, cpu: 100 + edition });
export const sized = { args: describedAndSized, wire: describedAndSized };

/** Both sides of a kind of which only the description is edited. */
const described = ({ edition }: Content): Values => ({ description: `edition ${edition}` });
export const describedAlone = { args: described, wire: described };

/** An argument whose place on the platform has the same name, in the API's spelling, and which the console can set to another value. */
export const option = (
  place: string,
  value: Value,
  removed: OptionalArgument["removed"],
  console?: Value,
): OptionalArgument => ({
  ...{ place, value, removed, platformPlace: place.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) },
  ...(console !== undefined && { console }),
});

export const memory = option("memory", 1024, 512, 2048);

export const workloadOptions: readonly OptionalArgument[] = [
  memory,
  option("arguments", ["--verbose"], [], ["--quiet"]),
  option("healthchecks.readinessProbe.initialDelaySeconds", 45, 30, 60),
  {
    ...option("healthchecks.livenessProbe", { type: { tcp: { port: 8080 } } }, null),
    ...{ platformPlace: "healthchecks.liveness_probe.type.tcp.port", platformValue: 8080, isClearedByNull: true },
  },
  option("ports.0.protocol", "GRPC", "HTTP", "TCP"),
  // With both of them, a service goes in with one request for its variables.
  ...["LOG_LEVEL", "LOG_FORMAT"].map((key) => ({
    ...{ place: `variables.${key}`, platformPlace: `variables.${key}`, value: "info" },
    ...{ removed: null, isExtended: true as const },
  })),
];

const portNumbers = ({ edition }: Content) => (edition % 2 === 0 ? [80] : [80, 8080]);

export const workload = {
  args: (content: Content): Values => ({
    ...sized.args(content),
    healthchecks: { readinessProbe: { type: { http: { port: 8080 } } } },
    ports: portNumbers(content).map((internalPort) => ({ internalPort, publiclyAccessible: false })),
    storage: [{ type: "FAST_SSD", size: 4, mountPoint: "/data" }],
  }),
  wire: (content: Content): Values => ({
    ...sized.wire(content),
    ports: portNumbers(content).map((internal_port) => ({ internal_port, publicly_accessible: false })),
    storage: [{ size: 4, mount_point: "/data" }],
  }),
};

export const image = ({ tag }: Content, ids: SeededIds) => ({
  imageName: "acme/shop",
  tag: `1.${tag}`,
  registryId: ids.registries.GENERIC_CR,
});
