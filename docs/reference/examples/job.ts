/**
 * A cron job that calls a URL every weekday at four, and a lifecycle job that applies SQL migrations from a git repository whenever the
 * environment is deployed. The Dockerfile of the second one is in the program, so the repository only needs the folder `migrations`, in the
 * format of [migrate](https://github.com/golang-migrate/migrate).
 */
import * as pulumi from "@pulumi/pulumi";
import { DeploymentTrigger, Job } from "pulumi-app-platform";

const config = new pulumi.Config();
const environmentId = config.require("environmentId");

// A cron job that runs an image. It may run for ten minutes at most, and restarts once after a failure.
const report = new Job("nightly-report", {
  environmentId,
  healthchecks: {},
  source: { image: { registryId: config.require("registryId"), imageName: "curlimages/curl", tag: "8.12.1" } },
  schedule: {
    cronjob: {
      scheduledAt: "0 4 * * MON-FRI",
      timezone: "Europe/Paris",
      arguments: ["--fail", "--silent", "--show-error", "https://example.com/report"],
    },
  },
  maxDurationSeconds: 600,
  maxNbRestart: 1,
});

// A lifecycle job that is built from git, and runs when the environment starts. The Dockerfile is here, so the repository
// needs only the folder `migrations`.
const migrate = new Job("migrate", {
  environmentId,
  healthchecks: {},
  source: {
    docker: {
      gitRepository: {
        url: "https://github.com/acme/shop.git",
        provider: "GITHUB",
        branch: "main",
        rootPath: "/",
        gitTokenId: config.require("gitTokenId"),
      },
      dockerfileRaw: "FROM migrate/migrate:v4.18.3\nCOPY migrations /migrations\n",
    },
  },
  schedule: {
    lifecycleType: "GENERIC",
    onStart: {
      arguments: ["-path=/migrations", pulumi.interpolate`-database=${config.requireSecret("databaseUrl")}`, "up"],
    },
  },
  maxDurationSeconds: 900,
});

// A cron job runs on its schedule once it is deployed. The first deployment of a job that is built from git names the commit.
new DeploymentTrigger("release", {
  environmentId,
  services: [report, { service: migrate, gitCommitId: config.require("commit") }],
});

export const jobTypes = pulumi.all([report.jobType, migrate.jobType]);
