import * as pulumi from "@pulumi/pulumi";
import { Job } from "pulumi-app-platform";

const config = new pulumi.Config();
const environmentId = config.require("environmentId");

// A cron job that runs an image. It may run for an hour at most, and restarts once after a failure.
const report = new Job("nightly-report", {
  environmentId,
  healthchecks: {},
  source: { image: { registryId: config.require("registryId"), imageName: "acme/report", tag: "2.4.0" } },
  schedule: {
    cronjob: { scheduledAt: "0 4 * * MON-FRI", timezone: "Europe/Paris", arguments: ["--since", "yesterday"] },
  },
  maxDurationSeconds: 3600,
  maxNbRestart: 1,
});

// A lifecycle job, built from git. It runs when the environment starts, and cleans up when the environment is deleted.
const migrate = new Job("migrate", {
  environmentId,
  healthchecks: {},
  source: {
    docker: {
      gitRepository: {
        url: "https://github.com/acme/migrations.git",
        provider: "GITHUB",
        branch: "main",
        rootPath: "/",
        gitTokenId: config.require("gitTokenId"),
      },
      dockerfilePath: "Dockerfile",
    },
  },
  schedule: {
    lifecycleType: "GENERIC",
    onStart: { entrypoint: "/bin/migrate", arguments: ["up"] },
    onDelete: { entrypoint: "/bin/migrate", arguments: ["drop"] },
  },
});

export const jobTypes = pulumi.all([report.jobType, migrate.jobType]);
