import { z } from "zod";
import { defineResource } from "../definition/defineKind.js";
import { recordCalls } from "../platform/endpoint.js";
import { choice, freeText, object, text } from "../schema/schemas.js";
import { changeTimes, nameUniqueIn, specifiedOrganizationId } from "./shared/common.js";

const annotation = object("GroupAnnotation", "An annotation.", {
  key: text.meta({
    description: "Key of the annotation; unique within the group.",
    example: { value: "example.com/team" },
  }),
  value: freeText.meta({ description: "Value of the annotation.", example: { value: "shop" } }),
});

const scope = choice("AnnotationsScope", [
  "DEPLOYMENTS",
  "STATEFUL_SETS",
  "SERVICES",
  "INGRESS",
  "GATEWAY_API_ROUTES",
  "HPA",
  "PODS",
  "SECRETS",
  "JOBS",
  "CRON_JOBS",
]).meta({ description: "A kind of Kubernetes objects." });

export const annotationsGroup = defineResource("AnnotationsGroup", {
  description:
    "A group of annotations. The platform adds them to the Kubernetes objects of the services that refer to the group. You can't delete a group while services use it.",
  args: {
    organizationId: specifiedOrganizationId,
    name: nameUniqueIn("in the organization"),
    annotations: z
      .array(annotation)
      .meta({ description: "Annotations of the group.", items: { key: "key", unique: ["key"] } }),
    scopes: z.array(scope).meta({ description: "Kubernetes objects that get the annotations.", items: { key: "key" } }),
  },
  outputs: changeTimes,
  api: recordCalls("/organization/{organizationId}/annotationsGroups"),
  example: `const contact = new AnnotationsGroup("contact", {
  organizationId,
  annotations: [{ key: "example.com/contact", value: "team-shop" }],
  scopes: ["DEPLOYMENTS", "PODS"],
});
export const annotationsGroupId = contact.id;`,
});
