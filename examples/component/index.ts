import * as pulumi from "@pulumi/pulumi";
import { withConnection } from "pulumi-app-platform";
import { WebService } from "./webService";

const config = new pulumi.Config();
const environmentId = config.require("environmentId");
const registryId = config.require("registryId");

// #region use
const secrets = new WebService("secrets", {
  environmentId,
  registryId,
  imageName: "jhaals/yopass",
  tag: "14.8.0",
  port: 1337,
  arguments: (redisUrl) => ["--database=redis", pulumi.interpolate`--redis=${redisUrl}`],
});
// #endregion use

// #region transforms
/** Says on the platform who is responsible. It applies to all workloads and databases of a component. */
const ownedBy =
  (team: string): pulumi.ResourceTransform =>
  ({ type, props, opts }) =>
    /:(Container|Database)$/.test(type) ? { props: { ...props, description: `Owned by ${team}` }, opts } : undefined;

// Another platform: pulumi config set connection staging, and give APP_PLATFORM_STAGING_BASE_URL and …_TOKEN.
const connection = config.get("connection");

const metrics = new WebService(
  "metrics",
  {
    environmentId,
    registryId,
    imageName: "oliver006/redis_exporter",
    tag: "v1.62.0",
    port: 9121,
    healthPath: "/health",
    publiclyAccessible: false,
    arguments: (redisUrl) => [pulumi.interpolate`--redis.addr=${redisUrl}`],
  },
  { transforms: [ownedBy("platform-team"), ...(connection === undefined ? [] : [withConnection(connection)])] },
);
// #endregion transforms

export const secretsId = secrets.containerId;
export const metricsRedis = metrics.redisUrl;
