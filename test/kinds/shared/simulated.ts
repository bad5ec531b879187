/** What simulated services have in common. */
import type { SeededIds } from "../../platform/support/platform.js";
import type { Value, Values } from "../../support/provider.js";
import type { Content, OptionalArgument, Said } from "../simulationRecord.js";
import { asProgram } from "./programFormat.js";

/** What the platform must hold, and the same as a program gives it. */
export const bothSides = (wire: Said) => ({
  args: (content: Content, ids: SeededIds): Values => asProgram(wire(content, ids)),
  wire,
});

export const describedAlone = bothSides(({ edition }) => ({ description: `edition ${edition}` }));
export const sized = bothSides(({ edition }) => ({ description: `edition ${edition}`, cpu: 100 + edition }));

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

export const workload = bothSides((content, ids) => ({
  ...sized.wire(content, ids),
  healthchecks: { readiness_probe: { type: { http: { port: 8080 } } } },
  ports: portNumbers(content).map((internal_port) => ({ internal_port, publicly_accessible: false })),
  storage: [{ type: "FAST_SSD", size: 4, mount_point: "/data" }],
}));

export const image = ({ tag }: Content, ids: SeededIds) => ({
  imageName: "acme/shop",
  tag: `1.${tag}`,
  registryId: ids.registries.GENERIC_CR,
});
