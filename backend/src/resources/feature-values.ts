/** The values of features that configure nodes and addresses: what generated clients can't do without is always there. */
import { z } from "zod";
import { rule, withRules } from "../schema/rules.js";
import { text } from "../schema/texts.js";
import { integer } from "../schema/values.js";

const requirements = z.array(
  z.looseObject({
    key: z.enum(["InstanceFamily", "InstanceSize", "Arch", "SkuFamily", "SkuVersion"]),
    operator: z.enum(["In"]),
    values: z.array(text),
  }),
);

const days = z.enum(["MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY", "SUNDAY"]);
const consolidation = z.looseObject({
  enabled: z.boolean().default(false),
  days: z.array(days),
  start_time: text,
  duration: text,
});
const limits = z.looseObject({
  enabled: z.boolean().default(false),
  max_cpu_in_vcpu: integer(0),
  max_memory_in_gibibytes: integer(0),
  max_gpu: integer(0).default(0),
});
const disk = { disk_iops: integer(3000, 16_000).nullish(), disk_throughput: integer(125, 1000).nullish() };

const standard = {
  limits: limits.nullish(),
  spot_enabled: z.boolean().nullish(),
  consolidate_after: text.nullish(),
};
const consolidated = { ...standard, consolidation: consolidation.nullish() };

export const karpenter = z.looseObject({
  spot_enabled: z.boolean(),
  disk_size_in_gib: integer(1),
  ...disk,
  default_service_architecture: z.enum(["AMD64", "ARM64"]),
  platform_node_pools: z.looseObject({
    requirements,
    stable_override: z.looseObject(consolidated).nullish(),
    default_override: z.looseObject(standard).nullish(),
    gpu_override: z
      .looseObject({
        ...consolidated,
        requirements: requirements.nullish(),
        disk_size_in_gib: integer(1).nullish(),
        ...disk,
      })
      .nullish(),
    cronjob_override: z.looseObject(consolidated).nullish(),
  }),
});

const gatewayType = withRules(
  z.looseObject({
    provider: z.enum(["scaleway", "gcp"]),
    type: z.enum(["VPC-GW-S", "VPC-GW-M", "VPC-GW-L", "VPC-GW-XL"]).nullish(),
    static_ips_enabled: z.boolean().nullish(),
    static_ips_count: integer(0).nullish(),
  }),
  rule<Record<string, unknown>>(["provider"], (specified, report) => {
    const due = specified.provider === "gcp" ? ["static_ips_enabled", "static_ips_count"] : ["type"];
    for (const member of due) if (specified[member] == null) report([member], `is required for ${specified.provider}`);
    if (specified.static_ips_enabled === true && specified.static_ips_count === 0)
      report(["static_ips_count"], "must be at least 1 if static_ips_enabled is true");
  }),
);

export const natGateway = z.looseObject({ nat_gateway_type: gatewayType.nullish() });
