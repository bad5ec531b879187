import { exactlyOne } from "../schema/rules.js";
import {
  array,
  fallback,
  freeText,
  integer,
  kept,
  named,
  object,
  oneOf,
  optional,
  required,
  text,
} from "../schema/schema.js";

function portNumber() {
  return integer(1, 65_535);
}

const probeType = object(
  {
    tcp: kept(object({ port: required(portNumber()), host: optional(text()) })),
    http: kept(
      object({
        path: fallback(text(), "/"),
        scheme: fallback(oneOf(["HTTP", "HTTPS"]), "HTTP"),
        port: required(portNumber()),
      }),
    ),
    exec: kept(object({ command: required(array(freeText(), 1)) })),
    grpc: kept(object({ service: optional(freeText()), port: required(portNumber()) })),
  },
  exactlyOne(["tcp", "http", "exec", "grpc"]),
);

const probe = named(
  "Probe",
  object({
    type: required(probeType),
    initial_delay_seconds: fallback(integer(0), 30),
    period_seconds: fallback(integer(1), 10),
    timeout_seconds: fallback(integer(1), 5),
    success_threshold: fallback(integer(1), 1),
    failure_threshold: fallback(integer(1), 9),
  }),
);

export const healthchecks = named(
  "Healthchecks",
  object({ readiness_probe: optional(probe), liveness_probe: optional(probe) }),
);
