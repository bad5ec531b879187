import { integer, list, nullable, object, optional, text } from "../../schema/fields.js";
import { port } from "./ports.js";

const probeNumber = (meaning: string, unit: string | undefined, defaultValue: number, min: number) =>
  optional(integer(meaning, { default: defaultValue, min, ...(unit === undefined ? {} : { unit }) }));

const probe = (what: string) =>
  optional(
    nullable(
      object("Probe", `How the platform finds out whether the service is ${what}.`, {
        type: object(
          "ProbeType",
          "What the probe does: exactly one member.",
          {
            tcp: object("TcpProbe", "Opens a TCP connection.", {
              port: port("Port to connect to."),
              host: optional(nullable(text("Host to connect to.", { defaultText: "the instance itself" }))),
            }),
            http: object("HttpProbe", "Sends a GET request; a status of 200 to 399 is a success.", {
              path: optional(text("Path to ask for.", { default: "/" })),
              scheme: optional(text("Scheme of the request.", { default: "HTTP" })),
              port: port("Port to connect to."),
            }),
            exec: object("ExecProbe", "Runs a command inside the instance; exit code 0 is a success.", {
              command: list("Command and its arguments.", text("Command or argument."), { minItems: 1 }),
            }),
            grpc: object("GrpcProbe", "Asks the gRPC health service.", {
              service: optional(nullable(text("Name of the gRPC service.", { defaultText: "the server as a whole" }))),
              port: port("Port to connect to."),
            }),
          },
          { alternatives: [["tcp"], ["http"], ["exec"], ["grpc"]] },
        ),
        initialDelaySeconds: probeNumber("Pause between the start and the first probe.", "seconds", 30, 0),
        periodSeconds: probeNumber("Pause between two probes.", "seconds", 10, 1),
        timeoutSeconds: probeNumber("Time after which a probe has failed.", "seconds", 5, 1),
        successThreshold: probeNumber("Successes in a row that make the service healthy again.", undefined, 1, 1),
        failureThreshold: probeNumber("Failures in a row that make the service unhealthy.", undefined, 9, 1),
      }),
    ),
  );

export const healthchecks = () =>
  object(
    "Healthchecks",
    "Probes of the service; an empty object for none. A probe that is left out is not managed, `null` removes it.",
    {
      readinessProbe: probe("ready for traffic"),
      livenessProbe: probe("alive"),
    },
  );
