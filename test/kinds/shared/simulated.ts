/** What simulated services have in common. */
import type { SeededIds } from "../../platform/platform.js";
import type { Values } from "../../provider.js";
import type { Content, OptionalArgument } from "../simulationRecord.js";

export const sized = {
  args: ({ edition }: Content): Values => ({ description: `edition ${edition}`, cpu: 100 + edition }),
  wire: ({ edition }: Content): Values => ({ description: `edition ${edition}`, cpu: 100 + edition }),
};

export const memory: OptionalArgument = {
  place: "memory",
  value: 1024,
  platformPlace: "memory",
  removed: 512,
  console: 2048,
};

export const workloadOptions: readonly OptionalArgument[] = [
  memory,
  {
    place: "arguments",
    value: ["--verbose"],
    platformPlace: "arguments",
    removed: [],
    console: ["--quiet"],
  },
  {
    place: "healthchecks.readinessProbe.initialDelaySeconds",
    value: 45,
    platformPlace: "healthchecks.readiness_probe.initial_delay_seconds",
    removed: 30,
    console: 60,
  },
  {
    place: "healthchecks.livenessProbe",
    value: { type: { tcp: { port: 8080 } } },
    platformPlace: "healthchecks.liveness_probe.type.tcp.port",
    platformValue: 8080,
    removed: null,
    isClearedByNull: true,
  },
  { place: "ports.0.protocol", value: "GRPC", platformPlace: "ports.0.protocol", removed: "HTTP", console: "TCP" },
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
