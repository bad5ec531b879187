import { z } from "zod";
import { gitUrl, uuid } from "../../schema/formats.js";
import { text } from "../../schema/texts.js";

/** Services that host git repositories. */
export const gitProvider = z.enum(["BITBUCKET", "GITHUB", "GITLAB"]).meta({
  typeName: "GitProvider",
  description: "Service that hosts the repository.",
});

/** Members of a git repository that only responses have. */
const responseMembers = {
  owner: z.string().optional().meta({ description: "Owner of the repository, derived from its URL." }),
  name: z.string().optional().meta({ description: "Name of the repository, derived from its URL." }),
  hasAccess: z.boolean().optional().meta({ description: "Whether the platform can read the repository." }),
  deployedCommitId: z.string().optional().meta({ description: "Commit that is deployed." }),
  deployedCommitDate: z.string().optional().meta({ description: "Time of the deployed commit (ISO 8601)." }),
  deployedCommitContributor: z.string().optional().meta({ description: "Author of the deployed commit." }),
  deployedCommitTag: z.string().optional().meta({ description: "Tag of the deployed commit." }),
  gitTokenName: z.string().optional().meta({ description: "Name of the git token." }),
};

const members = {
  url: gitUrl.meta({ description: "URL of the repository." }),
  branch: text.optional().meta({ description: "Branch to build.", whenOmitted: { says: "chosen by the platform" } }),
  rootPath: text.optional().meta({
    description: "Folder of the repository to build in.",
    whenOmitted: { says: "chosen by the platform, usually /" },
  }),
  gitTokenId: uuid
    .optional()
    .meta({ description: "Git token that gives access to a private repository.", idOf: { kind: "GitToken" } }),
};

/** Git repository that responses have at another place. */
export const gitRepositoryAt = (response: { readonly path?: string }) =>
  z.strictObject({ ...members, provider: gitProvider }).meta({
    typeName: "GitRepository",
    description: "Git repository that holds the source.",
    response: { ...response, only: responseMembers },
  });

/** Git repository of an application or job. */
export const gitRepository = gitRepositoryAt({});

/** Git repository of Terraform files: the platform derives the provider from the URL. */
export const terraformGitRepository = z.strictObject(members).meta({
  typeName: "TerraformGitRepository",
  description: "Git repository that holds the Terraform files.",
  response: {
    only: {
      provider: z.string().optional().meta({ description: "Service that hosts the repository, derived from its URL." }),
      ...responseMembers,
    },
  },
});
