import { boolean, choice, type Fields, list, map, object, optional, text, uuid } from "../../schema/fields.js";

/** Members of a git repository that only answers have. */
const gitAnswer = {
  owner: optional(text("Owner of the repository, derived from its URL.")),
  name: optional(text("Name of the repository, derived from its URL.")),
  hasAccess: optional(boolean("Whether the platform can read the repository.")),
  deployedCommitId: optional(text("Commit that is deployed.")),
  deployedCommitDate: optional(text("When the deployed commit was made, ISO 8601.")),
  deployedCommitContributor: optional(text("Who made the deployed commit.")),
  deployedCommitTag: optional(text("Tag of the deployed commit.")),
  gitTokenName: optional(text("Name of the git token.")),
} satisfies Fields;

const gitMembers = {
  url: text("Address of the repository.", { format: "gitUrl" }),
  branch: optional(text("Branch to build from.", { minLength: 1, defaultText: "the server's" })),
  rootPath: optional(text("Folder of the repository to build in.", { defaultText: "the server's, usually /" })),
  gitTokenId: optional(uuid("Git token that gives access to a private repository.")),
} satisfies Fields;

/** The git repository of an application or job. */
export const gitRepository = () =>
  object(
    "GitRepository",
    "Git repository that holds the source.",
    {
      ...gitMembers,
      provider: choice("GitProvider", "Company that hosts the repository.", ["BITBUCKET", "GITHUB", "GITLAB"]),
    },
    { answered: gitAnswer },
  );

/** The git repository of Terraform files: the server derives the provider from the URL. */
export const terraformGitRepository = () =>
  object("TerraformGitRepository", "Git repository that holds the Terraform files.", gitMembers, {
    answered: { provider: optional(text("Company that hosts the repository, derived from its URL.")), ...gitAnswer },
  });

export const extraArguments = () =>
  optional(
    map(
      "Extra arguments by command, for example `{ plan: ['-parallelism=5'] }`; they come before the command's own.",
      list("Arguments of the command.", text("Argument.")),
    ),
  );
