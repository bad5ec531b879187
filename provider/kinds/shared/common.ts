import { z } from "zod";
import type { ResourceDefinition } from "../../definition/kind.js";
import { at, mapMembers } from "../../schema/json.js";
import {
  choice,
  flag,
  freeText,
  gitUrl,
  integer,
  listRule,
  object,
  optionalList,
  responseText,
  text,
  trimmedLength,
  uuid,
  verbatim,
} from "../../schema/schemas.js";

export const environment = object("EnvironmentReference", "Environment of the resource.", {
  id: uuid.meta({ description: "ID of the environment." }),
})
  .optional()
  .meta({ changesWith: [] });

/** The default of names. */
export const resourceName = { description: "the resource's Pulumi name", isResourceName: true } as const;

/** A name that defaults to the Pulumi name. `place` says within what it's unique. */
export const nameUniqueIn = (parent: string) =>
  freeText
    .check(trimmedLength(1, 128))
    .optional()
    .meta({
      description: `Name, unique ${parent}. Case-insensitive; surrounding whitespace is removed.`,
      compared: "ignoring case",
      identifies: true,
      whenOmitted: resourceName,
    });

/** A role of the organization. `description` says what it's for. */
export const roleOf = (description: string) =>
  uuid.meta({
    description: `${description} A \`CustomRole\`, or a role of the platform, which \`getAvailableRole\` finds by its name.`,
    idOf: { kind: "CustomRole" },
  });

export const roleName = responseText.meta({ description: "Name of the role.", changesWith: ["roleId"] });

/** A flag that requests always contain. */
export const toggle = (description: string) =>
  flag.optional().meta({ description, default: false, whenOmitted: { isSent: true } });

/** A time limit, in seconds. */
export const timeout = (description: string, seconds: number) =>
  z.int().min(1).optional().meta({ description, unit: "seconds", default: seconds, local: true });

/** A setting of a service that somebody else runs. */
export const setting = (description: string) => text.meta({ description: `${description}.` });

/** A secret that no response contains. `more` says which updates send it. */
export const unreturned = (description: string, more = "") =>
  verbatim.meta({
    description: `${description}. Responses don't contain it, so changes outside Pulumi aren't detected.${more}`,
    secret: true,
    returned: "never",
  });

/** The definition of resources that a change of these arguments replaces. */
export function replacedBy(names: readonly string[], definition: ResourceDefinition): ResourceDefinition {
  const args = mapMembers(definition.args, (field, name) =>
    names.includes(name) ? { ...field, onUpdate: "replace" as const } : field,
  );
  return { ...definition, args };
}

/** Organization of a resource, as a path parameter. */
export const organizationId = uuid.meta({
  description: "Organization of the resource.",
  response: { path: "organization.id" },
});

/** Organization of a resource whose responses don't contain it. */
export const specifiedOrganizationId = uuid.meta({ description: "Organization of the resource." });

/** The same, as responses contain it. */
export const organization = object("OrganizationReference", "Organization of the resource.", {
  id: uuid.meta({ description: "ID of the organization." }),
})
  .optional()
  .meta({ changesWith: [] });

const createdAt = responseText.meta({ description: "Time of creation (ISO 8601).", changesWith: [] });

/** When something was created and updated. */
export const timestamps = {
  createdAt,
  updatedAt: responseText.meta({ description: "Time of the last update (ISO 8601)." }),
};

/** References to the variables by which the platform describes a resource, each the end of a key: `environmentName`. */
export function builtInVariables(...names: readonly string[]): NonNullable<ResourceDefinition["builtIns"]> {
  return { output: "builtInVariables", names };
}

/**
 * When something was created and changed, for `triggers` of a program: before the first update, the platform has no time of one, so a new
 * variable would look like the one that it replaces.
 */
export const changeTimes = {
  createdAt,
  updatedAt: responseText.meta({
    description: "Time of the last update or, before the first one, of the creation (ISO 8601).",
    response: { orElse: "created_at" },
  }),
};

/** ID of an array item, which the platform assigns. */
export const itemId = uuid.optional().meta({
  description:
    "ID of the item, assigned by the platform. You rarely need it, since items are matched without it. A new resource must omit it; an update accepts only an ID that the platform assigned.",
  whenOmitted: { isAssigned: true },
});

const disk = object("Storage", "A disk.", {
  id: itemId,
  type: choice("StorageType", ["FAST_SSD"])
    .optional()
    .meta({ description: "Type of the disk.", default: "FAST_SSD", whenOmitted: { isSent: true } }),
  size: integer(1).meta({ description: "Size of the disk.", unit: "GB", example: { value: 10 } }),
  mountPoint: verbatim.meta({
    description: "Folder in the instance where the disk is mounted; unique within the service.",
    example: { value: "/data" },
  }),
});

export const storage = optionalList(disk).meta({
  description: "Disks, each mounted into every instance.",
  items: { key: "mountPoint", unique: ["mountPoint"] },
  onUpdate: "delete data",
});

export const portNumber = integer(1, 65535);

const publicHttp = { publiclyAccessible: [true], protocol: ["HTTP", "GRPC"] } as const;

const port = object("Port", "A port.", {
  id: itemId,
  internalPort: portNumber.meta({
    description: "Port in the instance; unique within the service.",
    example: { value: 80 },
  }),
  publiclyAccessible: flag.meta({
    description: "Whether the port can be reached from the internet.",
    example: { value: true },
  }),
  name: text.optional().meta({
    description: "Name of the port; unique within the service.",
    whenOmitted: { description: "assigned by the platform" },
  }),
  externalPort: portNumber.optional().meta({
    description: "Public port; only for a publicly accessible port.",
    when: { allowed: { publiclyAccessible: [true] } },
    whenOmitted: { description: "443 for a publicly accessible port", mayBe: "^443$" },
  }),
  isDefault: flag
    .optional()
    .meta({ description: "Whether the service's domain points to this port; at most one port is the default." }),
  protocol: choice("PortProtocol", ["HTTP", "GRPC", "TCP", "UDP"])
    .optional()
    .meta({ description: "Protocol of the port.", default: "HTTP", whenOmitted: { isSent: true } }),
  publicPath: text.optional().meta({
    description: "Public path of the port; only for a publicly accessible HTTP or GRPC port.",
    when: { allowed: publicHttp },
  }),
  publicPathRewrite: text.optional().meta({
    description: "Path that replaces the public path; only for a publicly accessible HTTP or GRPC port.",
    when: { allowed: publicHttp },
  }),
});

/** At most one port is the default, which the domain of its service points to. */
export const oneDefault = listRule({
  description: "At most one port is the default.",
  check(items) {
    const [first, second] = items.flatMap((item, index) => (at(item, "isDefault") === true ? [index] : []));
    if (second === undefined) return undefined;
    const expected = `is true, as for item ${first}: only one port can be the default`;
    return { path: [second, "isDefault"], expected, got: false };
  },
});

export const ports = z
  .array(port)
  .check(oneDefault)
  .optional()
  .meta({
    description: "Ports that the service listens on.",
    items: { key: "internalPort", unique: ["internalPort", "name"] },
  });

export const gitProvider = choice("GitProvider", ["BITBUCKET", "GITHUB", "GITLAB"]).meta({
  description: "Service that hosts the repository.",
  example: { value: "GITHUB" },
});

const responseMembers = {
  owner: responseText.meta({ description: "Owner of the repository, derived from its URL." }),
  name: responseText.meta({ description: "Name of the repository, derived from its URL." }),
  hasAccess: flag.optional().meta({ description: "Whether the platform can read the repository." }),
  deployedCommitId: responseText.meta({ description: "Commit that is deployed." }),
  deployedCommitDate: responseText.meta({ description: "Time of the deployed commit (ISO 8601)." }),
  deployedCommitContributor: responseText.meta({ description: "Author of the deployed commit." }),
  deployedCommitTag: responseText.meta({ description: "Tag of the deployed commit." }),
  gitTokenName: responseText.meta({ description: "Name of the git token." }),
};

const members = {
  url: gitUrl.meta({ description: "URL of the repository." }),
  branch: text
    .optional()
    .meta({ description: "Branch to build.", whenOmitted: { description: "chosen by the platform" } }),
  rootPath: text.optional().meta({
    description: "Folder of the repository to build in.",
    whenOmitted: { description: "chosen by the platform, usually /" },
  }),
  gitTokenId: uuid
    .optional()
    .meta({ description: "Git token that gives access to a private repository.", idOf: { kind: "GitToken" } }),
};

/** A git repository that responses have at another path. */
export const gitRepositoryAt = (response: { readonly path?: string }) =>
  object("GitRepository", "Git repository with the source.", { ...members, provider: gitProvider }).meta({
    response: { ...response, only: responseMembers },
  });

export const gitRepository = gitRepositoryAt({});

/** Git repository of Terraform files. The platform derives the provider from the URL. */
export const terraformGitRepository = object(
  "TerraformGitRepository",
  "Git repository with the Terraform files.",
  members,
).meta({
  response: {
    only: {
      provider: responseText.meta({ description: "Service that hosts the repository, derived from its URL." }),
      ...responseMembers,
    },
  },
});
