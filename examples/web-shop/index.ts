import * as pulumi from "@pulumi/pulumi";
import {
  Application,
  Container,
  ContainerRegistry,
  CustomDomain,
  Database,
  DeploymentStage,
  DeploymentTrigger,
  Environment,
  GitToken,
  Job,
  LabelsGroup,
  Project,
  Variable,
} from "pulumi-app-platform";

const config = new pulumi.Config();
const organizationId = config.require("organizationId");
const commit = config.require("commit");
// Each stack has all of this for itself: nothing of it exists before the first `pulumi up`. Names are unique in the organization.
const name = `shop-${pulumi.getStack()}`;

// #region organization
const registry = new ContainerRegistry("shop-images", { name, organizationId, kind: "DOCKER_HUB", config: {} });
const gitToken = new GitToken("shop-code", {
  name,
  organizationId,
  type: "GITHUB",
  // pulumi config set --secret gitToken …
  token: config.requireSecret("gitToken"),
});
const cost = new LabelsGroup("shop-cost", {
  name,
  organizationId,
  labels: [{ key: "cost-center", value: "shop", propagateToCloudProvider: true }],
});
const gitRepository = {
  url: config.require("repository"),
  provider: "GITHUB",
  branch: "main",
  rootPath: "/",
  gitToken,
} as const;
// #endregion organization

// #region environment
const project = new Project("shop", { name, organizationId });
const environment = new Environment("shop", {
  projectId: project.id,
  clusterId: config.require("clusterId"),
  mode: "PRODUCTION",
});
const environmentId = environment.id;
// #endregion environment

// #region database
const database = new Database("shop-db", {
  environmentId,
  type: "POSTGRESQL",
  version: "16",
  mode: "CONTAINER",
  memory: 1024,
  storage: 20,
  labelsGroups: [cost],
});

// All services of the environment reach the database by the variables that PostgreSQL's programs read. They are aliases of those
// that the platform makes for it, so that this program doesn't handle the password.
const { host, port, user, password } = database.credentials;
const connection = { PGHOST: host, PGPORT: port, PGUSER: user, PGPASSWORD: password };
for (const [key, aliasOf] of Object.entries(connection)) new Variable(key, { on: environment, key, aliasOf });
// #endregion database

// Applies the SQL files of the repository.
const migrations = new Job("shop-migrations", {
  environmentId,
  healthchecks: {},
  source: { docker: { gitRepository, dockerfileRaw: "FROM migrate/migrate:v4.18.3\nCOPY migrations /migrations\n" } },
  schedule: {
    lifecycleType: "GENERIC",
    // The driver takes what the address omits from the variables.
    onStart: { arguments: ["-path=/migrations", "-database=postgres:///postgres?sslmode=disable", "up"] },
  },
  // The database may still be starting.
  maxNbRestart: 5,
  maxDurationSeconds: 900,
});

// #region services
const api = new Application("shop-api", {
  environmentId,
  gitRepository,
  dockerfilePath: "Dockerfile",
  variables: { PGDATABASE: "postgres", LOG_LEVEL: "info", SHOP_URL: `https://${config.require("domain")}` },
  ports: [{ internalPort: 8080, publiclyAccessible: true }],
  healthchecks: { readinessProbe: { type: { http: { port: 8080 } }, initialDelaySeconds: 5 } },
  minRunningInstances: 2,
  maxRunningInstances: 2,
  labelsGroups: [cost],
});

const web = new Container("shop-web", {
  environmentId,
  registry,
  imageName: "library/nginx",
  tag: "1.27",
  ports: [{ internalPort: 80, publiclyAccessible: true }],
  healthchecks: { readinessProbe: { type: { http: { port: 80 } } } },
  labelsGroups: [cost],
});

// A file with this content, which makes nginx pass requests on to the API.
new Variable("shop-site", {
  on: web,
  key: "site.conf",
  value: pulumi.interpolate`server { listen 80; location / { proxy_pass ${api.url}; proxy_ssl_server_name on; } }\n`,
  mountPath: "/etc/nginx/conf.d/default.conf",
});

const domain = new CustomDomain("shop", { on: web, domain: config.require("domain"), generateCertificate: true });
// #endregion services

// Every night, removes the shopping carts that nobody has used for a month.
const cleanup = new Job("shop-cleanup", {
  environmentId,
  healthchecks: {},
  source: { image: { registry, imageName: "library/postgres", tag: "16-alpine" } },
  schedule: {
    cronjob: {
      scheduledAt: "30 3 * * *",
      timezone: "Europe/Paris",
      entrypoint: "psql",
      arguments: ["--command=DELETE FROM carts WHERE used_at < now() - interval '30 days'", "postgres"],
    },
  },
  maxDurationSeconds: 600,
});

// #region order
// One deployment in three steps: the services find a database that runs and has the tables that they expect.
const data = new DeploymentStage("data", { environmentId, services: [database] });
const schema = new DeploymentStage("schema", { environmentId, after: data, services: [migrations] });
const front = new DeploymentStage("front", { environmentId, after: schema, services: [api, web, cleanup] });

const release = new DeploymentTrigger(
  "shop-release",
  {
    environmentId,
    services: [
      database,
      { service: migrations, gitCommitId: commit },
      { service: api, gitCommitId: commit },
      web,
      cleanup,
    ],
  },
  { dependsOn: [data, schema, front] },
);
// #endregion order

export const url = web.url;
// What the CNAME record of the domain must say.
export const cname = domain.validationDomain;
export const deployment = release.state;
