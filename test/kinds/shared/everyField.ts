/** Objects with every field set that several kinds have, as a program would give them. */
import type { types } from "pulumi-app-platform";
import type { SeededIds } from "../../platform/platform.js";

const times = { initialDelaySeconds: 5, periodSeconds: 15, timeoutSeconds: 3 };
export const probes = { ...times, successThreshold: 2, failureThreshold: 4 };

const scaled = (configYaml: string): types.input.AutoscalingArgs => ({
  mode: "KEDA",
  pollingIntervalSeconds: 20,
  cooldownPeriodSeconds: 120,
  scalers: [
    { scalerType: "cpu", role: "PRIMARY", enabled: true, configJson: { metricType: "Utilization", camelCase: [1] } },
    {
      scalerType: "rabbitmq",
      role: "SAFETY",
      enabled: false,
      configYaml: "queueName: orders\n",
      triggerAuthentication: { name: "rabbit", configYaml },
    },
  ],
});

export const git = (ids: SeededIds): types.input.GitRepositoryArgs => ({
  url: "https://github.com/acme/shop.git",
  provider: "GITHUB",
  branch: "release",
  rootPath: "/service",
  gitTokenId: ids.gitToken,
});

export const groups = (ids: SeededIds) => ({
  annotationsGroups: [{ id: ids.annotationsGroup }],
  labelsGroups: [{ id: ids.labelsGroup }],
});

/** What an application and a container share. */
export const workload = (ids: SeededIds, configYaml: string) => ({
  storage: [
    { type: "FAST_SSD" as const, size: 10, mountPoint: "/data" },
    { size: 20, mountPoint: "/cache" },
  ],
  ports: [
    {
      internalPort: 8080,
      publiclyAccessible: true,
      name: "web",
      externalPort: 443,
      isDefault: true,
      protocol: "HTTP" as const,
      publicPath: "/api",
      publicPathRewrite: "/",
    },
    { internalPort: 9090, publiclyAccessible: false, name: "metrics", isDefault: false, protocol: "TCP" as const },
  ],
  cpu: 750,
  memory: 1024,
  gpu: 1,
  minRunningInstances: 2,
  maxRunningInstances: 6,
  autoPreview: false,
  autoDeploy: true,
  arguments: ["--verbose", "--port=8080"],
  entrypoint: "/bin/serve",
  iconUri: "https://example.com/icon.svg",
  autoscaling: scaled(configYaml),
  ...groups(ids),
});
