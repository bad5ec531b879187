import { choice, flag, gitUrl, object, text, told, uuid } from "../../schema/schemas.js";

/** Services that host git repositories. */
export const gitProvider = choice("GitProvider", ["BITBUCKET", "GITHUB", "GITLAB"]).meta({
  description: "Service that hosts the repository.",
});

/** Members of a git repository that only responses have. */
const responseMembers = {
  owner: told.meta({ description: "Owner of the repository, derived from its URL." }),
  name: told.meta({ description: "Name of the repository, derived from its URL." }),
  hasAccess: flag.optional().meta({ description: "Whether the platform can read the repository." }),
  deployedCommitId: told.meta({ description: "Commit that is deployed." }),
  deployedCommitDate: told.meta({ description: "Time of the deployed commit (ISO 8601)." }),
  deployedCommitContributor: told.meta({ description: "Author of the deployed commit." }),
  deployedCommitTag: told.meta({ description: "Tag of the deployed commit." }),
  gitTokenName: told.meta({ description: "Name of the git token." }),
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
  object("GitRepository", "Git repository with the source.", { ...members, provider: gitProvider }).meta({
    response: { ...response, only: responseMembers },
  });

/** Git repository of an application or job. */
export const gitRepository = gitRepositoryAt({});

/** Git repository of Terraform files: the platform derives the provider from the URL. */
export const terraformGitRepository = object(
  "TerraformGitRepository",
  "Git repository with the Terraform files.",
  members,
).meta({
  response: {
    only: {
      provider: told.meta({ description: "Service that hosts the repository, derived from its URL." }),
      ...responseMembers,
    },
  },
});
