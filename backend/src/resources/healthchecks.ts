import { z } from "zod";
import { exactlyOne, withRules } from "../schema/rules.js";
import { freeText, text } from "../schema/texts.js";
import { integer, omittable, optional } from "../schema/values.js";

function portNumber() {
  return integer(1, 65_535);
}

const probeType = withRules(
  z.object({
    tcp: omittable(z.object({ port: portNumber(), host: optional(text) })),
    http: omittable(
      z.object({
        path: text.default("/"),
        scheme: z.enum(["HTTP", "HTTPS"]).default("HTTP"),
        port: portNumber(),
      }),
    ),
    exec: omittable(z.object({ command: z.array(freeText).min(1) })),
    grpc: omittable(z.object({ service: optional(text), port: portNumber() })),
  }),
  exactlyOne("tcp", "http", "exec", "grpc"),
);

const probe = z
  .object({
    type: probeType,
    initial_delay_seconds: integer(0).default(30),
    period_seconds: integer(1).default(10),
    timeout_seconds: integer(1).default(5),
    success_threshold: integer(1).default(1),
    failure_threshold: integer(1).default(9),
  })
  .meta({ id: "Probe" });

export const healthchecks = z
  .object({ readiness_probe: optional(probe), liveness_probe: optional(probe) })
  .meta({ id: "Healthchecks" });
