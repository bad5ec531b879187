import * as pulumi from "@pulumi/pulumi";
import { website } from "./website";

const config = new pulumi.Config();

const { web, release } = website({
  environmentId: config.require("environmentId"),
  registryId: config.require("registryId"),
  tag: config.require("tag"),
});

export const containerId = web.id;
export const state = release.state;
