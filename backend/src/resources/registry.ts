import { z } from "zod";
import { currentReferences } from "../schema/references.js";
import { rule } from "../schema/rules.js";
import { idOf, text, uuid } from "../schema/texts.js";

export const registryKinds = [
  "ECR",
  "SCALEWAY_CR",
  "DOCKER_HUB",
  "PUBLIC_ECR",
  "GENERIC_CR",
  "GITHUB_CR",
  "GITHUB_ENTERPRISE_CR",
  "GITLAB_CR",
  "GCP_ARTIFACT_REGISTRY",
  "AZURE_CR",
] as const;
export type RegistryKind = (typeof registryKinds)[number];

export const registry = z
  .object({
    id: uuid,
    name: text,
    url: text,
    kind: z.enum(registryKinds),
  })
  .meta({ id: "Registry" });
export type Registry = z.output<typeof registry>;

const anyImage = { minimum: 1, maximum: Number.POSITIVE_INFINITY, form: "image" };

/** How many segments an image name has in a registry of each kind, and how the API document writes it. */
const forms: Record<RegistryKind, { minimum: number; maximum: number; form: string }> = {
  ECR: { minimum: 1, maximum: Number.POSITIVE_INFINITY, form: "repository" },
  SCALEWAY_CR: { minimum: 2, maximum: 2, form: "namespace/image" },
  DOCKER_HUB: { minimum: 1, maximum: 2, form: "image or repository/image" },
  PUBLIC_ECR: { minimum: 2, maximum: Number.POSITIVE_INFINITY, form: "registry_alias/repository" },
  GENERIC_CR: anyImage,
  GITHUB_CR: anyImage,
  GITHUB_ENTERPRISE_CR: anyImage,
  GITLAB_CR: anyImage,
  GCP_ARTIFACT_REGISTRY: anyImage,
  AZURE_CR: anyImage,
};

const segmentPattern = "[a-z0-9]+(?:[._\\-]+[a-z0-9]+)*";
const segment = new RegExp(`^${segmentPattern}$`);

function imageNameFault(name: string, kind: RegistryKind): string | undefined {
  const segments = name.split("/");
  const { minimum, maximum, form } = forms[kind];
  if (!segments.every((piece) => segment.test(piece))) {
    return `must be lower-case segments joined by "/", without a tag or digest (${form})`;
  }
  return segments.length >= minimum && segments.length <= maximum
    ? undefined
    : `must have the form ${form} in a registry of kind ${kind}`;
}

/** The members that identify an image in a registry, and the rule that connects them. */
export const imageMembers = {
  image_name: text.meta({ pattern: `^${segmentPattern}(?:/${segmentPattern})*$`, examples: ["library/nginx"] }),
  tag: text.meta({ examples: ["1.27"] }),
  registry_id: idOf("containerRegistry"),
};

export const imageNameFitsRegistry = rule<{ image_name: string; registry_id: string }>(
  ["image_name", "registry_id"],
  (image, report) => {
    const kind = currentReferences().registryKind(image.registry_id) as RegistryKind | undefined;
    const fault = kind && imageNameFault(image.image_name, kind);
    if (fault) report(["image_name"], fault);
  },
);
