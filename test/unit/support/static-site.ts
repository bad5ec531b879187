import { z } from "zod";
import { defineResource } from "../../../provider/definition/defineKind.js";
import { extended } from "../../support/provider.js";

/** A kind of an environment that only the extended endpoints have. */
export const siteOf = (updateMode: "full" | "partial", args: Record<string, z.ZodType> = {}) =>
  defineResource("StaticSite", {
    description: "A site of static files.",
    args: {
      environmentId: z.guid().meta({ description: "Environment that holds the site." }),
      domain: z.string().meta({ description: "Domain of the site.", identifies: true }),
      ...args,
    },
    outputs: {},
    api: {
      create: extended("POST /environment/{environmentId}/staticSite"),
      list: extended("GET /environment/{environmentId}/staticSite"),
      update: extended("PUT /staticSite/{id}"),
    },
    updateMode,
    example: "",
  });
