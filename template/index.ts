import * as pulumi from "@pulumi/pulumi";
import { website } from "./website";

const config = new pulumi.Config();

const { web } = website({
  environmentId: config.require("environmentId"),
  registryId: config.require("registryId"),
  tag: config.require("tag"),
});

export const url = web.url;
