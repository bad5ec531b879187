import { defineResource } from "../definition/defineKind.js";
import { extended } from "../platform/endpoint.js";
import { domain, exposedService, flag, responseText } from "../schema/schemas.js";
import { changeTimes } from "./shared/common.js";

/** A service's own domain. No endpoint reads a single one, so the list of its service does. */
export const customDomain = defineResource("CustomDomain", {
  description:
    "Your own domain for an application or a container. It works once the domain has a CNAME record with the name in `validationDomain`.",
  args: {
    on: exposedService.meta({ description: "Service that the domain leads to." }),
    domain: domain.meta({
      description: "Domain name; unique on the platform, case-insensitive.",
      identifies: "everywhere",
      compared: "ignoring case",
    }),
    generateCertificate: flag.meta({
      description: "Whether the platform obtains and renews a TLS certificate for the domain.",
    }),
    useCdn: flag.optional().meta({
      description: "Whether requests come through a content delivery network (CDN).",
      default: false,
    }),
  },
  outputs: {
    ...changeTimes,
    validationDomain: responseText.meta({
      description: "Name that the CNAME record of the domain must have.",
      changesWith: ["domain"],
    }),
    status: responseText.meta({ description: "State of the validation, for example `VALIDATION_PENDING`." }),
  },
  isSeenByServices: true,
  api: {
    create: extended("POST /{+on}/customDomain"),
    list: extended("GET /{+on}/customDomain"),
    update: extended("PUT /{+on}/customDomain/{id}"),
    delete: extended("DELETE /{+on}/customDomain/{id}"),
  },
  example: `const web = Container.get("web", config.require("webId"));
const shop = new CustomDomain("shop", { on: web, domain: "shop.example.com", generateCertificate: true });
export const cname = shop.validationDomain;`,
});
