import { z } from "zod";
import { choice, integer, object, oneOf, text, verbatimText } from "../../schema/schemas.js";
import { portNumber } from "./common.js";

const probePort = portNumber.meta({ description: "Port to connect to." });

const probeType = oneOf(
  {},
  {
    tcp: object("TcpProbe", "Opens a TCP connection.", {
      port: probePort,
      host: text
        .nullable()
        .optional()
        .meta({ description: "Host to connect to.", whenOmitted: { says: "the instance" } }),
    }),
  },
  {
    http: object("HttpProbe", "Sends a GET request; a status from 200 to 399 is a success.", {
      path: text.optional().meta({ description: "Path to request.", default: "/" }),
      scheme: choice("ProbeScheme", ["HTTP", "HTTPS"])
        .optional()
        .meta({ description: "Scheme of the request.", default: "HTTP" }),
      port: probePort,
    }),
  },
  {
    exec: object("ExecProbe", "Runs a command in the instance; exit code 0 is a success.", {
      command: z
        .array(verbatimText.meta({ description: "Command or argument." }))
        .min(1)
        .meta({ description: "Command and its arguments.", items: "ordered" }),
    }),
  },
  {
    grpc: object("GrpcProbe", "Calls the gRPC health service.", {
      service: text
        .nullable()
        .optional()
        .meta({ description: "Name of the gRPC service.", whenOmitted: { says: "the server as a whole" } }),
      port: probePort,
    }),
  },
).meta({ typeName: "ProbeType", description: "What the probe does: exactly one member." });

const count = integer(1).optional();

const probe = z
  .strictObject({
    type: probeType,
    initialDelaySeconds: integer(0)
      .optional()
      .meta({ description: "Delay between the start and the first probe.", unit: "seconds", default: 30 }),
    periodSeconds: count.meta({ description: "Time between two probes.", unit: "seconds", default: 10 }),
    timeoutSeconds: count.meta({ description: "Time after which a probe has failed.", unit: "seconds", default: 5 }),
    successThreshold: count.meta({
      description: "Consecutive successes after which the service is healthy again.",
      default: 1,
    }),
    failureThreshold: count.meta({
      description: "Consecutive failures after which the service is unhealthy.",
      default: 9,
    }),
  })
  .nullable()
  .optional()
  .meta({ typeName: "Probe" });

/** Probes of an application, container or job. */
export const healthchecks = object(
  "Healthchecks",
  "Probes of the service; an empty object for none. To remove a probe, omit it or set it to `null`.",
  {
    readinessProbe: probe.meta({ description: "Checks whether the service is ready for traffic." }),
    livenessProbe: probe.meta({ description: "Checks whether the service is alive." }),
  },
);
