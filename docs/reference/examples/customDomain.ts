/**
 * A container and its domain. The program prints the name that you set as the CNAME record of the domain. If you set `on` to another
 * service, the domain is deleted first and then created for that service, because a domain can only lead to one service.
 */
import * as pulumi from "@pulumi/pulumi";
import { Container, CustomDomain, DeploymentTrigger } from "pulumi-app-platform";

const config = new pulumi.Config();
const environmentId = config.require("environmentId");

const web = new Container("web", {
  environmentId,
  registryId: config.require("registryId"),
  imageName: "library/nginx",
  tag: "1.27",
  ports: [{ internalPort: 80, publiclyAccessible: true }],
  healthchecks: { readinessProbe: { type: { http: { port: 80 } } } },
});

const shop = new CustomDomain("shop", { on: web, domain: "shop.example.com", generateCertificate: true });

new DeploymentTrigger("release", { environmentId, services: [web] });

// What the CNAME record of the domain must say: give it to whoever manages your DNS.
export const cname = shop.validationDomain;
