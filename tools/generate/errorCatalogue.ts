import type * as cliErrors from "../../cli/errors.js";
import type * as triggerErrors from "../../provider/deployment/errors.js";
import type * as errors from "../../provider/errors/index.js";

/** What the documentation says about an error. */
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
      "One is missing, has the wrong form, or belongs to a connection that isn't configured. The provider looks in the environment first, then in the stack configuration.",
    fix: "Set it in the environment or in the stack configuration, under the name in the message.",
  },
  TokenExpiredError: {
    title: "The access token has expired",
    when: "The access token has expired.",
    cause:
      "The provider compares the expiry date with this machine's clock. In a pipeline, use a token file: the provider reads it again when the platform refuses the token.",
    fix: "Get a new token and set it. In a pipeline, use a token file: the provider reads it again when the platform refuses the token. If the token should still be valid, set the clock of your machine.",
  },
  OtherPlatformError: {
    title: "Lookups and resources use different platforms",
    when: "A lookup in your program used another platform than your resources. Nothing was sent for the resource.",
    cause:
      "Lookups run in the process of your program, and resources in Pulumi's plugin. In an inline program of the Automation API, `envVars` of the workspace only reach the plugin.",
    fix: "Use the same settings for both: in the stack configuration, or in the environment of the process that runs the program.",
  },
  ProviderGoneError: {
    title: "Resources would move to another platform",
    when: "Your program still declares resources of an explicit provider but no longer the provider, and the default provider has another address. Found at preview; nothing was sent.",
    cause:
      "You removed the provider, or the option `provider` of the resources, from the program. The default provider wouldn't find the resources on its own platform.",
    fix: "Keep the provider in the program as long as the state contains resources of it.",
    unreachable:
      "The runs that this page shows have dynamic resources. The tests of the native provider lead to this error with the Pulumi CLI.",
  },
  InvalidArgumentError: {
    title: "An argument is invalid",
    when: "An argument is missing, unknown, out of bounds, of the wrong type or form, or can't be combined with another one. Found at preview; nothing was sent.",
    cause:
      "The value breaks a rule of the argument: its type, bounds or format, or a rule that involves other arguments.",
    fix: "Use a value that the message allows. The reference page of the resource lists all arguments with their bounds and rules. A message has all invalid arguments of a resource, but Pulumi ends the preview at the first resource with an error: others may follow in the next one.",
  },
  ImportNotPossibleError: {
    title: "A resource can't be imported",
    when: "A resource from the package's main entry has Pulumi's option `import`, or `pulumi import` names a resource that the platform's endpoints can't read or find. Nothing was sent.",
    cause:
      "Pulumi can't import dynamic resources. The native provider can import what it can read: by ID, or by `<parent>/<id>` if the endpoints only list the kind.",
    fix: "Remove `import` and set `adoptId` to the same ID, or use the native provider.",
  },
  DuplicateNameError: {
    title: "A resource is declared twice",
    when: "Two resources of your program have the same kind, name and place. Found at preview; nothing was sent.",
    cause:
      "Names are unique per environment and kind. The second resource couldn't be created, or both would update the same one.",
    fix: "Declare the resource once, or rename one of the two.",
  },
  NameTakenOverError: {
    title: "A name is reused in the same run",
    when: "A resource would reuse the name of another one that is renamed, moved or deleted in the same run. Found at preview; nothing was sent.",
    cause:
      "Names are unique per environment and kind. Pulumi updates resources in parallel and deletes last, so the first resource may still have the name when the second one needs it.",
    fix: "Use two runs: first set a temporary name on the second resource, then the final one.",
  },
  EditNotPossibleError: {
    title: "The endpoints can't update the resource",
    when: "You changed an argument that the platform's endpoints can't update. Found at preview; nothing was changed.",
    cause: "The basic API has no update for this kind, or the platform never changes this argument.",
    fix: "Use the full API if your platform serves it, rename the resource, or undo the change.",
  },
  ReplacementNameTakenError: {
    title: "The replaced resource would keep the name",
    when: "A change replaces or renames the resource, but an old one keeps the name: it stays on the platform, or only the end of the run deletes it. Found at preview; nothing was changed.",
    cause:
      "The change needs a new resource, and names are unique. The old one stays if the platform's endpoints can't delete it, if it has the option `retainOnDelete`, or if another resource of the stack manages it, too. If an earlier run has replaced a resource and then failed, its old resource is deleted at the end of the next run.",
    fix: "Change the name too, or undo the change: the program of before manages the old resource again. If that one isn't needed, delete it in the platform's console.",
  },
  DeleteRefusedError: {
    title: "A delete is refused",
    when: "The platform's endpoints can't delete the resource, and `app-platform:onDelete` is `fail`.",
    cause: "With `onDelete` set to `fail`, resources can't leave the state and stay on the platform.",
    fix: "Set `onDelete` to `warn` to leave the resource on the platform, use the full API, or delete the resource in the platform's console.",
  },
  NotEmptyError: {
    title: "A delete would include resources that must stay",
    when: "A delete would include resources that must stay: those that your program declares, that have the option `protect` or `retainOnDelete`, that the stack deletes only later, or that the stack doesn't manage. Nothing was deleted.",
    cause:
      "The platform deletes a project, an environment or a service with everything in it, and a variable with its aliases and overrides. The message lists these and why each must stay.",
    fix: "Delete or move each of them first. `app-platform:onDelete: everything` only allows deleting resources that the stack doesn't manage.",
  },
  InUseError: {
    title: "The resource is still in use",
    when: "You delete a registry, a Helm repository, a git token or a group that services or clusters still use, a cluster with environments, or the credentials of a cluster. Nothing was deleted.",
    cause:
      "The platform doesn't delete these resources while they are used. The message names what uses them: in the stack, and in the same environments or organization.",
    fix: "Delete what the message names, or let it use another resource. If your program passes the resource or its output `id`, Pulumi changes what uses it first.",
  },
  SeenElsewhereError: {
    title: "The platform may be another one",
    when: "A resource was last seen on a platform at another address, and isn't on the one that the run uses. It stays in the state, and nothing was changed or deleted.",
    cause:
      "The base URL has changed since the last run. On another platform, every resource would seem deleted. If the platform has moved and still has the resource, the state gets the new address.",
    fix: "Set the base URL of the resource's platform again. If the platform has moved without the resource, or you start again on another one, run `pulumi refresh` once with the setting `movedFrom`, as the message says.",
  },
  LedgerError: {
    title: "The record of a run can't be used",
    when: "The provider can't read or write the file in which the provider processes of a run note what they create, adopt and delete.",
    cause:
      "The file is in the folder for temporary files. The disk is full, the folder belongs to another user, or somebody deleted it during the run. If it becomes unusable later, what was just created or updated is in the state (AP4001), and nothing else is changed.",
    fix: "Make the folder in the message private to you and free some disk space, or set `TMPDIR` to another folder, then run again.",
    unreachable: "It takes a folder for temporary files that can't be used.",
  },
  EmptySelectionError: {
    title: "A deployment selects no services",
    when: "A DeploymentTrigger selects no services (found at preview), or the whole of an environment that has none. Nothing was deployed.",
    cause: "All arguments that select services are empty, or the environment has no services yet.",
    fix: "Select at least one service in `services`.",
  },
  LookupNotPossibleError: {
    title: "A resource can't be read by ID alone",
    when: "You read a resource by ID alone, but the platform's endpoints can't do that.",
    cause: "The basic API only lists this kind per environment. `get` was called without one.",
    fix: "Pass the environment in the third argument of `get`, or use the full API.",
  },
  AdoptionError: {
    title: "An existing resource can't be adopted",
    when: "A resource can't be adopted: it doesn't exist, another resource of the stack manages it, it can't be read, or it differs in arguments that can't be updated. Or the adopting resource already manages another one, or is being replaced. Found at preview; nothing was changed.",
    cause: "`adoptId` is used only when a resource is created.",
    fix: "Correct the ID, set the current values, or declare the resource once.",
  },
  LookupFailedError: {
    title: "A lookup finds nothing",
    when: "A lookup such as `getContainer` finds nothing, or its arguments don't say what to find.",
    cause:
      "The environment has no resource with this name or ID, or several with this name. Or it's the wrong environment, or both a name and an ID are set.",
    fix: "Check the name or ID, and where to look. The message lists the names that exist.",
  },
  CreateNotPossibleError: {
    title: "The endpoints can't create the resource",
    when: "The endpoint set has no endpoint that creates this kind of resource, or its variables. Found at preview; nothing was sent.",
    cause: "The basic API has no create for this kind.",
    fix: "Use the full API if your platform serves it.",
  },
  OwnersUnknownError: {
    title: "The provider can't check who else manages the resource",
    when: "`pulumi stack export` doesn't show whether another resource of the stack manages the resource that you delete, or another one was to adopt it in this run, and hasn't. Nothing was deleted.",
    cause:
      "The command failed, or the create that adopts the resource failed or didn't begin, and `--continue-on-error` went on.",
    fix: "Make sure that `pulumi stack export` works in the project's folder, or that the resource can be adopted, then run again.",
  },
  DefaultsNotAcceptedError: {
    title: "The first update would reset settings",
    when: "The first update of an existing resource would reset settings that your program doesn't set, and the platform's endpoints can't read them. Found at preview; nothing was changed.",
    cause:
      "The resource existed before. The basic API can save it but not read it, so saving resets everything that your program omits.",
    fix: "Set the arguments whose values must stay, accept the defaults with `acceptDefaults: true`, or use the full API, which keeps existing settings.",
  },
  NotConfirmedGoneError: {
    title: "A resource may still exist",
    when: "A read finds nothing (404), but the provider can't confirm that the resource is gone. It stays in the state.",
    cause:
      "A 404 can also come from a wrong base URL or a missing permission. Removing the resource from the state would lose it.",
    fix: "Check the base URL. If the platform really doesn't have the resource any more, remove it from the state as the message says.",
  },
  UnsafeCreateError: {
    title: "A crash would lose the resource",
    when: "Pulumi skips checkpoints (`PULUMI_SKIP_CHECKPOINTS`), and the platform's endpoints couldn't find a new resource of this kind by name after a crash. Found at preview; nothing was sent.",
    cause:
      "Pulumi writes the state only at the end of the run. After a crash, the next `pulumi up` adopts by name what was created, but the basic API can't list this kind.",
    fix: "Create the resource in a separate run with checkpoints, and everything else without. Or use the full API, or set `onUnsafeCreate` to `warn` to accept the risk.",
  },
  UnauthorizedError: {
    title: "The platform refuses the access token (401)",
    when: "The platform refuses the access token (401).",
    cause:
      "The token belongs to another platform, was revoked, wasn't copied completely, or is sent with the wrong `tokenScheme`.",
    fix: "Set a valid token. The message says where the current one comes from.",
  },
  ForbiddenError: {
    title: "The token's role isn't sufficient (403)",
    when: "The role of the token doesn't allow the request (403).",
    cause:
      "Each token has a role. Viewers can only read, editors can write, and some operations need an admin. The platform's operator may also have restricted what the token may read.",
    fix: "Use a token with the role in the message or, for a read, one that may read the resource.",
  },
  NotFoundError: {
    title: "Something in the path doesn't exist (404)",
    when: "The environment, cluster or service in the request's path doesn't exist (404), or no longer (410).",
    cause:
      "An ID in your program or in the state is wrong, or the resource was deleted outside Pulumi. Or the base URL belongs to another platform.",
    fix: "Check the base URL and the IDs in the message. `pulumi refresh` removes deleted resources from the state.",
  },
  NameTakenError: {
    title: "The name is taken (409)",
    when: "A create or update uses the name of another resource of the same kind (409).",
    cause:
      "The existing resource was created in the console, by another stack, or by an earlier run whose state was lost.",
    fix: "Adopt the existing resource with `adoptId`, or choose another name, for example one that contains the stack.",
  },
  ConflictError: {
    title: "The platform's state prevents the request (409)",
    when: "The request conflicts with another resource on the platform, or with another operation (409).",
    cause:
      "A value that must be unique is already in use, such as a custom domain of another service. Or a resource that you delete still contains others or is in use, such as a project with environments. Or another operation is running, for example a deployment or a deletion of the same service.",
    fix: "Read the platform's message. Choose another name or domain, or delete the resource that uses it. Before you delete a resource, delete its contents. If another operation is running, wait until it has ended, then run `pulumi up` again.",
  },
  RejectedError: {
    title: "The platform rejects the values (400)",
    when: "The platform rejects the values in the request (400 or 422).",
    cause:
      "The values have the right form, but the platform doesn't accept them: an ID from another organization, a version that it doesn't offer, a quota.",
    fix: "Correct the fields in the message. If the platform gives no reason, compare the arguments with the reference page.",
  },
  ThrottledError: {
    title: "Too many requests (429)",
    when: "Too many requests: the platform asks the provider to slow down (429).",
    cause:
      "The platform limits the rate of requests. It asked to wait longer than 15 minutes, granted no request for 15 minutes, or didn't say how long to wait until the time limit of the operation.",
    fix: "Wait and run again. If it happens again, lower `maxConcurrentRequests`.",
  },
  ServerFaultError: {
    title: "The platform failed (5xx)",
    when: "The platform, or a proxy in front of it, failed (5xx).",
    cause:
      "The provider retried the request until the time limit of the operation (502, 503, 504 and 408), or for 15 seconds (other statuses).",
    fix: "Run again. If the error persists, ask the platform's operator.",
  },
  UnexpectedStatusError: {
    title: "An unexpected status",
    when: "The response has a status that the API doesn't use, for example a redirect.",
    cause:
      "Something in front of the API responded, for example with a redirect to a login page. The provider doesn't follow redirects, since that would send the token elsewhere. The message says where a redirect leads, without its query. Or the request is too large (413), for example because of a long variable.",
    fix: "Check that the base URL is the API's, without a redirect in front of it. If the request is too large, shorten its longest values.",
  },
  UnreachableError: {
    title: "The platform can't be reached",
    when: "There's no connection to the platform, or it broke before the response arrived.",
    cause:
      "Nothing listens at the base URL, its name doesn't resolve, a firewall or a proxy blocks it, TLS failed, or the connection broke. Without a connection, nothing was sent. The provider retried the request until the time limit of the operation, or for 30 seconds if the address had never responded. It doesn't retry after an untrusted certificate.",
    fix: "Check the base URL, the network, and that the platform is running. If the certificate is of an authority that Node.js doesn't know, set `NODE_EXTRA_CA_CERTS`.",
  },
  TimedOutError: {
    title: "The platform didn't respond in time",
    when: "The platform didn't respond in time.",
    cause: "The platform is overloaded or hangs, or the time limit is too low for it.",
    fix: "Run again. If the platform is slow, raise `requestTimeoutSeconds`.",
  },
  NotTheApiError: {
    title: "The response isn't from the API",
    when: "The response isn't JSON, for example an HTML page, or can't be decoded.",
    cause:
      "The base URL belongs to a web page, a login or a proxy, which responds with HTML. Or the response has a content encoding other than gzip, br and deflate, or a broken one.",
    fix: "Set the base URL to the URL of the API.",
  },
  AnswerTooLargeError: {
    title: "A response is too large",
    when: "A response is larger than 16 MiB when decoded, or its headers are larger than 64 KiB.",
    cause: "Responses of the API have a few kilobytes. Something else responded, or the platform is faulty.",
    fix: "Check the base URL. If it's right, ask the platform's operator.",
  },
  UnexpectedAnswerError: {
    title: "The response isn't what the API promises",
    when: "The platform accepted the request, but its response isn't what the API promises.",
    cause:
      "The response has no resource, describes another one, or has no ID that a path can contain; or it's one page of a longer list without a link to the next one. If it was a create, the resource may exist. If it was a read, the resource counts neither as changed nor as deleted.",
    fix: "Check the resource in the platform's console, and ask the platform's operator.",
  },
  IncompleteError: {
    title: "A resource was created, but is incomplete",
    when: "A resource was created, but a later step failed. It stays in the state, and the next `pulumi up` continues with it.",
    cause:
      "Creating some resources takes two requests, for example a clone and its update. The second one failed, with the error in the message.",
    fix: "Fix the cause in the message, then run `pulumi up` again. It continues with the same resource.",
  },
  OutcomeUnknownError: {
    title: "The outcome of a create is unknown",
    when: "The response to a create was lost, and no endpoint shows whether it was carried out.",
    cause:
      "The connection broke after the request was sent, and the endpoints can't list this kind or couldn't be reached.",
    fix: "Check the platform's console. If the resource exists, adopt it, or delete it there. If it doesn't, run again.",
  },
  InterruptedError: {
    title: "The operation was interrupted",
    when: "A signal, or the end of the Pulumi engine, stopped the operation before its response arrived.",
    cause: "Ctrl+C, a canceled pipeline or the end of the Pulumi engine stopped the provider.",
    fix: "Run `pulumi up` again. It finds what was created in the meantime, or gives its ID.",
  },
  DeploymentBusyError: {
    title: "Another deployment is running",
    when: "Another deployment of the environment was still running when the maximum wait ended.",
    cause: "An environment runs one deployment at a time.",
    fix: "Wait until it has ended, raise `timeoutSeconds`, or cancel it in the platform's console.",
  },
  FirstDeploymentError: {
    title: "The first deployment needs a version",
    when: "A service that's built from git and was never deployed is selected without a commit. Or the platform rejects a deployment without a reason, and the request has no version for some services, because your program ignores it (`ignoreChanges`) or hasn't changed it.",
    cause:
      "The platform doesn't choose the version for the first deployment of a service. The provider sends a version that others may have changed only if the platform's response asks for it.",
    fix: 'Set the version: `services: [{ service: app, gitCommitId: "…" }]`, or `{ service: web, imageTag: "…" }`.',
  },
  StillThereError: {
    title: "The resource still exists after the delete",
    when: "The platform accepted a delete, or responded that there's nothing to delete (404 or 410), but the resource still exists after the maximum wait.",
    cause:
      "The deletion didn't end within ten minutes (within one for an ApiObject, unless the response to its delete is 202), or the platform was unreachable until then. Or the platform responds to the delete with a 404 but still returns the resource, for example because the token isn't allowed to delete it.",
    fix: "Check the resource in the platform's console, then run again. If the platform keeps what it deletes, remove the resource from the state with `pulumi state delete`.",
  },
  DeploymentFailedError: {
    title: "The deployment failed",
    when: "The deployment of a DeploymentTrigger or of `app-platform deploy` ended in another state than DEPLOYED, or the stop of a StoppedEnvironment in another than STOPPED.",
    cause:
      "A service of the deployment didn't build, start or stop, or somebody canceled the deployment. In that case, there's nothing to fix: run `pulumi up` again.",
    fix: "Read the log of the service in the platform's console, fix the cause, and run `pulumi up` again, which deploys again. If the deployment was canceled, there's nothing to fix: just run `pulumi up` again.",
  },
  DeploymentUnfinishedError: {
    title: "The deployment didn't end in time",
    when: "The deployment of a DeploymentTrigger or of `app-platform deploy`, or the stop of a StoppedEnvironment, didn't end in time, or its status could no longer be read. It continues on the platform.",
    cause:
      "It takes longer than `timeoutSeconds`, or hangs. Or the platform stayed unreachable until then, or refused to return the status, for example because the token has expired: the message contains that error.",
    fix: "Run `pulumi up` again. If it's still running, that continues to wait. If your deployments take this long, raise `timeoutSeconds`.",
  },
  NeverDeployedError: {
    title: "A service was never deployed",
    when: "A deployment of the whole environment would omit a service that needs a commit for its first deployment. Nothing was sent.",
    cause:
      "`wholeEnvironment` deploys the versions that the platform has. For its first deployment, a service that's built from git needs a commit, which only `services` can set.",
    fix: "Deploy the service once with its commit, with a trigger that lists it.",
  },
  DeploymentReplacedError: {
    title: "A later deployment failed",
    when: "While a DeploymentTrigger or `app-platform deploy` waited for its deployment, a later deployment of the same services replaced it and failed.",
    cause:
      "Something else deployed the same services while the trigger waited: another trigger of the program, another stack, the console, or an automatic deployment.",
    fix: "If the message names another trigger, fix the cause and run `pulumi up` again. Otherwise, first find out who deployed.",
  },
  ClusterNotDeployedError: {
    title: "The deployment of a cluster failed",
    when: "The deployment of a cluster that `deploy` requested ended without success. The cluster is in the state, and the next `pulumi up` deploys it again.",
    cause:
      "Often quotas, permissions, or credentials that expired. The API doesn't return the cause; the platform's console shows it.",
    fix: "Correct the cause at the cloud provider, then run `pulumi up` again.",
    unreachable: "It takes a cluster that the stack has created.",
  },
  ClusterUnfinishedError: {
    title: "The deployment of a cluster still runs",
    when: "`pulumi up` stopped waiting for the deployment of a cluster: the time limit had passed, somebody interrupted it, or its status couldn't be read. The deployment continues.",
    cause: "A deployment of a cluster usually takes 20 to 40 minutes, and sometimes longer.",
    fix: "Run `pulumi up` again: it continues to wait, and doesn't deploy again. Raise `timeoutSeconds` of the cluster, or set `customTimeouts`.",
    unreachable: "It takes a cluster that the stack has created.",
  },
  UsageError: {
    title: "The command line is invalid",
    when: "The command line is invalid. Nothing was done, and the exit code is 2.",
    cause: "A command or an option is misspelled, an argument is missing, or a value has the wrong form.",
    fix: "Correct what the message names. Add `--help` to a command to see its arguments, its options and an example.",
  },
  PulumiNotFoundError: {
    title: "The Pulumi CLI isn't found",
    when: "The Pulumi CLI, which reads the configuration and the state of a stack, isn't found.",
    cause: "Pulumi isn't installed, or is neither on the `PATH` nor in Pulumi's home folder.",
    fix: "Install Pulumi, or add its folder to the `PATH`. If all settings are in the environment, most commands don't need the Pulumi CLI.",
  },
  PulumiFailedError: {
    title: "The Pulumi CLI fails",
    when: "The Pulumi CLI failed to read the configuration or the state of a stack.",
    cause:
      "No stack is selected, the stack doesn't exist, its passphrase is missing or wrong, or you aren't logged in to Pulumi.",
    fix: "Do what the message says. It contains the first line that the Pulumi CLI printed.",
  },
  BackendNotInstalledError: {
    title: "The local platform isn't installed",
    when: "`app-platform backend` can't find the package `app-platform-backend`.",
    cause: "The local platform is a separate package. Installing the provider doesn't install it.",
    fix: "Install it in the project: `npm install --save-dev app-platform-backend`.",
  },
  CommandInterruptedError: {
    title: "The command was interrupted",
    when: "Ctrl+C or SIGTERM stopped the command. The exit code is 130.",
    cause: "Somebody pressed Ctrl+C, or a pipeline was canceled.",
    fix: "Run the command again. A request that was already sent may have been carried out: `app-platform status` shows what's running.",
  },
  OutputFailedError: {
    title: "The output can't be written",
    when: "The result of the command couldn't be written to standard output, or a file couldn't be read or written.",
    cause: "You may not write the file, or a folder of its path doesn't exist or is a file. Or its disk is full.",
    fix: "Correct the path or the permissions, free some space, or write to another file. `app-platform status` shows whether a deployment or cancellation was carried out.",
  },
  StateFileError: {
    title: "The file isn't a Terraform state",
    when: "The input of `app-platform migrate` isn't a state of version 4.",
    cause: "The file is empty, damaged, encrypted, of an older version, or the output of another command.",
    fix: "Pass the state file, or the output of `terraform state pull` or `tofu state pull`, which also reads remote and encrypted states.",
  },
  InternalError: {
    title: "A bug in the provider",
    when: "There's a bug in this provider.",
    cause: "An unexpected failure of the provider.",
    fix: "Report it with the text of the message and the program that causes it. `APP_PLATFORM_DEBUG=1` adds the stack trace.",
  },
  UnexpectedError: {
    title: "A bug in the command",
    when: "There's a bug in the command `app-platform`.",
    cause: "An unexpected failure of the command.",
    fix: "Report it with the command line and the text of the message. `APP_PLATFORM_DEBUG=1` adds the stack trace.",
    unreachable: "Every known failure has its own error.",
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
