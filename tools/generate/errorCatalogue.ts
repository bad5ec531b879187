import type * as cliErrors from "../../cli/errors/index.js";
import type * as triggerErrors from "../../provider/deployment/errors/index.js";
import type * as errors from "../../provider/errors/index.js";

/** What the documentation says of an error. */
export interface ErrorProse {
  /** What happened, in a few words. */
  readonly title: string;
  /** When it is raised. */
  readonly when: string;
  /** What usually leads to it. */
  readonly cause: string;
  /** What a user does about it. */
  readonly fix: string;
  /** Why no run shows it, if none does. */
  readonly unreachable?: string;
}

/** An error on its page. */
export interface ErrorPage extends ErrorProse {
  readonly code: string;
}

type ErrorName = keyof typeof errors | keyof typeof triggerErrors | keyof typeof cliErrors;

/** By the names of the classes, in the order of their codes. */
const catalogue: Readonly<Record<ErrorName, ErrorProse>> = {
  ConfigurationError: {
    title: "A setting is missing or invalid",
    when: "A setting is missing or invalid.",
    cause:
      "The provider reads its settings from the environment, then from the stack configuration. A setting is not there, has a wrong form, or belongs to a connection that is not configured.",
    fix: "Set it in the environment or in the stack configuration, under the name that the message gives.",
  },
  TokenExpiredError: {
    title: "The access token has expired",
    when: "The access token has expired; no request was sent.",
    cause:
      "Access tokens are JWTs with an expiry date. The provider reads the date and does not send a token that the platform would refuse.",
    fix: "Get a new token and set it again. In a pipeline, use a token file, which is read again when the platform refuses the token.",
  },
  OtherPlatformError: {
    title: "Lookups and resources use different platforms",
    when: "A lookup of the program has read another platform than the one that the resources are on. Nothing was sent for the resource.",
    cause:
      "Lookups run in the program's process, resources in Pulumi's plugin. In an inline program of the Automation API, `envVars` of the workspace reach only the plugin.",
    fix: "Give both the same settings: in the stack configuration, or in the environment of the process that runs the program.",
  },
  InvalidArgumentError: {
    title: "An argument is invalid",
    when: "An argument has a wrong type, is out of bounds, has the wrong form, is missing, is unknown, or does not go with another one. It is found at preview; nothing was sent.",
    cause:
      "The value does not follow the definition of the argument: its type, bounds, format, or a rule that involves other arguments. JavaScript and casts get past the compiler; bounds and rules are checked only here.",
    fix: "Give a value that the message allows. The reference page of the resource lists all arguments with their bounds and rules.",
  },
  ImportNotPossibleError: {
    title: "A resource cannot be imported",
    when: "A resource of the package's main entry has Pulumi's resource option `import`; or `pulumi import` names one that the platform's endpoints cannot read, or cannot find by what it names. Nothing was sent.",
    cause:
      "Pulumi cannot import dynamic resources. The native provider imports what it can read: by its ID, or by `<parent>/<id>` where the endpoints only list a kind.",
    fix: "Follow the message: it names the argument that adopts the resource instead, or the form of the ID.",
  },
  DuplicateNameError: {
    title: "A resource is declared twice",
    when: "Two resources of a program have the same kind, name and place. Found at preview; nothing was sent.",
    cause:
      "Names are unique per environment and kind. A second resource with the same name would fail at creation, or both would update the same one.",
    fix: "Declare the resource once, or give one of the two another name.",
  },
  NameTakenOverError: {
    title: "A name changes hands in one run",
    when: "A resource takes a name that another resource of the stack has until it is renamed, moved or deleted in the same run. Found at preview; nothing was sent.",
    cause:
      "Names are unique per environment and kind. Pulumi updates resources at the same time, and deletes after all updates: while the second resource takes the name, the first one may still have it. Two resources can never swap names directly.",
    fix: "Change names in two runs: first give the resource that takes the name a temporary one, then the final one.",
  },
  EditNotPossibleError: {
    title: "The endpoints cannot update the resource",
    when: "An argument changed that the platform's endpoints cannot update. Found at preview; nothing was changed.",
    cause:
      "The platform serves the documented endpoints only, and they have no update for this kind; or the argument is one that the platform never changes.",
    fix: "Use the extended endpoints if the platform serves them, give the resource a new name, or undo the change.",
  },
  ReplacementNameTakenError: {
    title: "The replaced resource would keep the name",
    when: "A change replaces the resource, but the old one keeps the name: names are unique and the platform's endpoints cannot delete it. Found at preview; nothing was changed.",
    cause:
      "The change needs a new resource. Without an endpoint for deletes, the old one stays, and two resources cannot have the same name.",
    fix: "Give the new resource a new name, or use the extended endpoints if the platform serves them.",
  },
  DeleteRefusedError: {
    title: "A delete is refused",
    when: "A resource is to be deleted, the platform's endpoints cannot delete it, and `app-platform:onDelete` is `fail`.",
    cause:
      "The setting `onDelete` is `fail`, which protects from resources that leave the state and stay on the platform.",
    fix: "Set `onDelete` to `warn` to leave the resource on the platform, use the extended endpoints, or delete it in the platform's console.",
  },
  NotEmptyError: {
    title: "An environment is not empty",
    when: "An Environment is to be deleted or replaced that has services which this stack does not manage. Nothing was deleted.",
    cause: "A delete takes everything in the environment. Somebody else, or another stack, has created services there.",
    fix: "Delete these services first, or set `onDelete` to `everything` to delete them too. With the resource option `retainOnDelete`, the environment stays.",
  },
  EmptySelectionError: {
    title: "A deployment selects no service",
    when: "A DeploymentTrigger selects no service to deploy (found at preview), or the whole of an environment that has none. Nothing was deployed.",
    cause: "All arguments that select services are empty, or the environment has no service yet.",
    fix: "Select at least one service in `services`.",
  },
  LookupNotPossibleError: {
    title: "A resource cannot be read by ID alone",
    when: "A resource is to be read by ID alone, and the platform's endpoints have no such read.",
    cause:
      "The documented endpoints list this kind per environment and have no read by ID. `get` was called with an ID only.",
    fix: "Pass the environment in the third argument of `get`, or use the extended endpoints.",
  },
  AdoptionError: {
    title: "An existing resource cannot be adopted",
    when: "An existing resource cannot be adopted: no resource has the ID, another resource of the stack manages it, it cannot be read, or it differs in arguments that cannot be updated. Or the adopting resource manages another one already, or is to be replaced. Found at preview; nothing was changed.",
    cause:
      "The ID is wrong, another resource of the stack manages the resource already, the endpoints cannot read its kind, or the program gives values that only a new resource can have. `adoptId` is used only at creation: an existing resource would ignore another ID, and its replacement is a new resource.",
    fix: "Follow the advice of the message: correct the ID, give the current values, or declare the resource once.",
  },
  LookupFailedError: {
    title: "A lookup finds nothing",
    when: "A lookup in a program, such as `getContainer`, finds nothing, or its arguments do not say what to find.",
    cause:
      "No resource has the name or ID in that environment, the environment is another one, or both a name and an ID are given.",
    fix: "Check the name or ID and where to look. The message lists the names that exist.",
  },
  CreateNotPossibleError: {
    title: "The endpoints cannot create the resource",
    when: "The endpoint set in use has no call that creates a resource of this kind, or its variables. Found at preview; nothing was sent.",
    cause: "The platform serves the documented endpoints only, and they have no create for this kind.",
    fix: "Use the extended endpoints, if the platform serves them.",
  },
  HoldersUnknownError: {
    title: "Whether the resource is shared is unknown",
    when: "A resource is to be deleted, and `pulumi stack export` doesn't show whether another resource of the stack manages it too. Nothing was deleted.",
    cause:
      "Before it deletes something, the provider reads the state of the stack with `pulumi stack export`: another resource of the stack may manage the same thing. That command failed.",
    fix: "Make `pulumi stack export` work in the project's folder, then run again.",
  },
  DefaultsNotAcceptedError: {
    title: "The first update would reset settings",
    when: "The first update of something that exists would reset settings that the program does not give, and the platform's endpoints cannot read them. Found at preview; nothing was changed.",
    cause:
      "The program manages something that existed before. The documented endpoints can save it but not read it, so that a save resets what the program does not give.",
    fix: "Give the settings that must stay, accept the defaults with `acceptDefaults: true`, or use the extended endpoints, which keep what is there.",
  },
  NotConfirmedGoneError: {
    title: "A resource may still exist",
    when: "A read finds nothing (404), but nothing confirms that the platform still has what the resource belongs to. The resource stays in the state.",
    cause:
      "A 404 for the resource alone may come from a wrong base URL or a missing permission. Removing it from the state would lose it.",
    fix: "Check the base URL. If the platform really no longer has it, remove it from the state as the message says.",
  },
  UnsafeCreateError: {
    title: "A crash would lose the resource",
    when: "Pulumi skips checkpoints (`PULUMI_SKIP_CHECKPOINTS`), and the platform's endpoints cannot find a new resource of this kind by name after a crash. Found at preview; nothing was sent.",
    cause:
      "Pulumi writes the state once, at the end of the operation. If it is killed before, the next `pulumi up` adopts by name what was created, and the documented endpoints cannot list this kind.",
    fix: "Create the resource in a run of its own with checkpoints, and everything else without. Or use the extended endpoints, or accept the risk with the setting `onUnsafeCreate`.",
  },
  UnauthorizedError: {
    title: "The access token is not accepted (401)",
    when: "The platform does not accept the access token (401).",
    cause:
      "The token belongs to another platform, was revoked, was changed while it was copied, or is sent with the wrong `tokenScheme`.",
    fix: "Set a valid token where the message says that it comes from.",
  },
  ForbiddenError: {
    title: "The role is not sufficient (403)",
    when: "The token's role does not allow the request (403).",
    cause: "Each token has a role: viewers only read, editors write, and some operations need an admin.",
    fix: "Use a token with the role that the message names.",
  },
  NotFoundError: {
    title: "Something in the path does not exist (404)",
    when: "The environment, cluster or service in the request's path does not exist (404).",
    cause:
      "An ID in the program or in the state is wrong or was deleted outside Pulumi, or the base URL is that of another platform.",
    fix: "Check the IDs in the path of the message and the base URL. `pulumi refresh` removes deleted resources from the state.",
  },
  NameTakenError: {
    title: "The name is taken (409)",
    when: "A create or update uses a name that another resource of the same kind already has (409).",
    cause:
      "A resource of this kind with the name exists in the environment: created in the console, by another stack, or by an earlier run whose state was lost, for example one that was killed while Pulumi skipped checkpoints.",
    fix: "Adopt the existing resource with `adoptId`, or choose another name, for example one that contains the stack.",
  },
  ConflictError: {
    title: "Another operation is in progress (409)",
    when: "Another operation on the platform prevents the request (409).",
    cause:
      "The platform carries out one operation at a time, for example a deployment or a deletion of the same service.",
    fix: "Wait until it has ended, then run `pulumi up` again.",
  },
  RejectedError: {
    title: "The platform rejects the values (400)",
    when: "The platform rejects the values in the request (400 or 422).",
    cause:
      "The values are well formed, but the platform does not accept them: an ID of another organization, a version that it does not offer, a quota.",
    fix: "Correct the fields that the message names in the spelling of the program. If the platform gives no reason, compare the arguments with the reference page.",
  },
  ThrottledError: {
    title: "Too many requests (429)",
    when: "Too many requests: the platform asks to slow down (429).",
    cause:
      "The platform limits the rate of requests. The provider has repeated the request until the time of the operation was over.",
    fix: "Wait and run again. Lower `maxConcurrentRequests` if it happens again.",
  },
  ServerFaultError: {
    title: "The platform has a fault (5xx)",
    when: "The platform, or a proxy in front of it, failed (5xx).",
    cause:
      "The platform or a proxy in front of it failed. The provider has repeated the request until the time of the operation was over.",
    fix: "Run again. If the error persists, ask the platform's operator.",
  },
  UnexpectedStatusError: {
    title: "An unexpected status",
    when: "The response has a status that the API does not use, for example a redirect, which is not followed.",
    cause:
      "Something in front of the API responded, for example with a redirect to a login page. Redirects are not followed, since that would send the token elsewhere.",
    fix: "Check that the base URL is the API's, without a redirect in front of it.",
  },
  UnreachableError: {
    title: "The platform cannot be reached",
    when: "No connection to the platform, or it broke before the response arrived.",
    cause:
      "Nothing listens at the base URL, the name does not resolve, a firewall is in between, or the connection broke.",
    fix: "Check that the platform is running, the base URL, and the network.",
  },
  TimedOutError: {
    title: "The platform did not respond in time",
    when: "The platform did not respond in time.",
    cause: "The platform is overloaded or hangs, or the limit is too low for it.",
    fix: "Run again. Raise `requestTimeoutSeconds` if the platform is slow.",
  },
  NotTheApiError: {
    title: "The response is not the API's",
    when: "The response is not JSON, for example an HTML page: the base URL is not the API's.",
    cause: "The base URL is that of a web page, a login or a proxy, which responds with HTML.",
    fix: "Set the base URL to the URL of the API.",
  },
  AnswerTooLargeError: {
    title: "A response is too large",
    when: "A response is larger than 16 MiB.",
    cause: "Responses of the API have a few kilobytes. Something else responds, or the platform has a fault.",
    fix: "Check the base URL; if it is right, ask the platform's operator.",
  },
  UnexpectedAnswerError: {
    title: "The response lacks what the API promises",
    when: "The platform accepted the request, but the response lacks what the API promises.",
    cause:
      "The platform accepted the request, but its response has no ID or no resource, describes another resource, or is one page of a longer list. What was created may exist. What was read counts neither as changed nor as deleted.",
    fix: "Look at the resource in the platform's console; ask the platform's operator.",
  },
  IncompleteError: {
    title: "A resource was created, but is incomplete",
    when: "A resource was created, but a later step failed. It is kept in the state; the next `pulumi up` continues with it.",
    cause:
      "Creating some resources takes two requests, for example a clone and its update. The second one failed; the message contains its error.",
    fix: "Correct the cause that the message contains, then run `pulumi up` again: it continues with the same resource.",
  },
  OutcomeUnknownError: {
    title: "The outcome of a create is unknown",
    when: "The response to a create was lost, and no endpoint that the platform serves, or that could be reached, shows whether it was carried out.",
    cause:
      "The connection broke after the request was sent, and the endpoints cannot list this kind or could not be reached.",
    fix: "Look in the platform's console. If the resource exists, adopt it or delete it there; if not, run again.",
  },
  InterruptedError: {
    title: "The operation was interrupted",
    when: "A signal, or the end of the Pulumi engine, ended the operation before its response arrived.",
    cause: "Ctrl-C, a canceled pipeline or the end of the Pulumi engine ended the provider during an operation.",
    fix: "Run `pulumi up` again: what was created in the meantime is found again, or named with its ID.",
  },
  DeploymentBusyError: {
    title: "Another deployment is running",
    when: "Another deployment of the environment was still running when the maximum wait of a deployment or a stop had passed.",
    cause:
      "An environment has one deployment at a time. The trigger waited for the other one until its maximum wait had passed.",
    fix: "Wait until it has ended, raise `timeoutSeconds`, or cancel it in the platform's console.",
  },
  FirstDeploymentError: {
    title: "The first deployment needs a version",
    when: "A service that is built from git and was never deployed is selected without a commit. Or the platform rejects a deployment without saying why, and the request lacks versions that the program leaves to others (`ignoreChanges`) or hasn't changed.",
    cause:
      "The platform doesn't choose the version of a service that was never deployed. The provider sends a version that others may have set since only where the platform's response asks for it.",
    fix: 'Give the version: `services: [{ service: app, gitCommitId: "…" }]`, or `{ service: web, imageTag: "…" }`.',
  },
  StillThereError: {
    title: "The resource still exists after its deletion",
    when: "The platform accepted a delete, or responded that there is nothing to delete (404), but the resource still exists after the maximum wait.",
    cause:
      "Deletion continues after the platform's response, and did not end within ten minutes. Or a delete responds 404 to a resource that the platform still returns, for example because the token may not delete it.",
    fix: "Look at the resource in the platform's console, then run again.",
  },
  DeploymentFailedError: {
    title: "The deployment failed",
    when: "A DeploymentTrigger or `app-platform deploy` waited for its deployment, which ended in another state than DEPLOYED.",
    cause:
      "A service of the deployment did not build or start, or somebody canceled the deployment. The message names the service and its state.",
    fix: "Read the log of the service in the platform's console, correct the cause, and run `pulumi up` again, which deploys again. After a cancellation, there is nothing to correct: run `pulumi up` again.",
  },
  DeploymentUnfinishedError: {
    title: "The deployment did not end in time",
    when: "A DeploymentTrigger or `app-platform deploy` waited for its deployment, which did not end in time.",
    cause: "The deployment takes longer than `timeoutSeconds` of the trigger, or hangs.",
    fix: "Run `pulumi up` again: while the deployment is running, that continues to wait. Raise `timeoutSeconds` if deployments take that long.",
  },
  NeverDeployedError: {
    title: "A service was never deployed",
    when: "A deployment of the whole environment would leave out a service whose first deployment needs a commit. Nothing was sent.",
    cause:
      "`wholeEnvironment` deploys what is there. A service that is built from git needs a commit for its first deployment, which only a selection can give.",
    fix: "Deploy the service once with its commit, by a trigger that selects it.",
  },
  DeploymentReplacedError: {
    title: "A later deployment failed",
    when: "While a DeploymentTrigger or `app-platform deploy` waited for its deployment, a later one of the same services took its place and failed.",
    cause:
      "The same services were deployed again while the trigger waited: by another trigger of the program, another stack, the console, or an automatic deployment.",
    fix: "If the message names another trigger, correct the cause and run `pulumi up` again. Otherwise, find out first who deployed.",
  },
  UsageError: {
    title: "The command line is not valid",
    when: "The command line is not valid; nothing was done, and the exit code is 2.",
    cause: "A command or an option is misspelled, an argument is missing, or a value has a wrong form.",
    fix: "Correct what the message names. `--help` after a command shows its arguments, its options and an example.",
  },
  PulumiNotFoundError: {
    title: "The Pulumi CLI is not found",
    when: "There is no Pulumi CLI, which reads the stack configuration and the state of a stack.",
    cause: "Pulumi is not installed, or it is neither on the `PATH` nor in Pulumi's home.",
    fix: "Install Pulumi, or put its folder on the `PATH`. With all settings in the environment, most commands need no Pulumi CLI.",
  },
  PulumiFailedError: {
    title: "The Pulumi CLI fails",
    when: "The Pulumi CLI failed to read the stack configuration or the state of a stack.",
    cause:
      "No stack is selected, the stack does not exist, its passphrase is missing or wrong, or the Pulumi CLI is not logged in.",
    fix: "Do what the message says: it has the first line that the Pulumi CLI printed.",
  },
  BackendNotInstalledError: {
    title: "The local platform is not installed",
    when: "`app-platform backend` finds no package `app-platform-backend`.",
    cause: "The local platform is a package of its own, which is not installed with the provider.",
    fix: "Install it in the project: `npm install --save-dev app-platform-backend`.",
  },
  CommandInterruptedError: {
    title: "The command was interrupted",
    when: "Ctrl+C or SIGTERM ended the command; the exit code is 130.",
    cause: "A person pressed Ctrl+C, or a pipeline was canceled.",
    fix: "Run the command again. A request that was already sent may have been carried out: `app-platform status` shows what runs.",
  },
  OutputFailedError: {
    title: "The output cannot be written",
    when: "The result of the command could not be written to standard output.",
    cause: "The disk of the file that standard output is redirected to is full, or the file cannot be written.",
    fix: "Make room, or redirect the output to another file. `app-platform status` shows whether a command that deploys or cancels has done so.",
  },
  InternalError: {
    title: "A bug in the provider",
    when: "A bug in this provider.",
    cause: "The provider failed in a way that it does not foresee.",
    fix: "Report it with the text of the message and the program that led to it. `APP_PLATFORM_DEBUG=1` prints the stack trace.",
  },
  UnexpectedError: {
    title: "A bug in the command",
    when: "A bug in the command `app-platform`.",
    cause: "The command failed in a way that it does not foresee.",
    fix: "Report it with the command line and the text of the message. `APP_PLATFORM_DEBUG=1` prints the stack trace.",
    unreachable: "No run shows it: every failure that is known has an error of its own.",
  },
};

/** The pages of these classes of errors, by name. */
export function pagesOf(
  classes: Readonly<Record<string, { readonly code: string }>>,
): Readonly<Record<string, ErrorPage>> {
  return Object.fromEntries(
    Object.entries(classes).map(([name, { code }]) => [name, { code, ...catalogue[name as ErrorName] }]),
  );
}
