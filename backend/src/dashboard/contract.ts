/**
 * What the dashboard's page and the platform exchange: the bodies of the local paths that the page uses, and its events.
 * Types only, so that the page can import them.
 *
 * Nothing here contains a secret. Secret values are replaced by `••••••` before they leave the process, except for a token
 * that the user has asked for.
 */
import type { ClusterState } from "../cluster-progress.js";
import type { FaultRule } from "../in-process/fault-rule.js";
import type { FailureState, State } from "../states.js";

/** `GET /_local/info` */
export interface PlatformInfo {
  readonly version: string;
  readonly endpoints: "documented" | "extended";
  readonly speed: "instant" | "manual" | number;
  /** Where the data is: the path of the data file, or null in memory. */
  readonly dataFile: string | null;
  readonly startedAt: string;
  /** The time of the platform's own clock, which only `POST /_local/clock` advances at the speed `manual`. */
  readonly clockReading: string | null;
  /** Identifies this run of the platform. */
  readonly instanceId: string;
  readonly organizationId: string;
}

/** What has a page, for a link to it. */
export interface Named {
  readonly id: string;
  readonly name: string;
}

/** An item of `GET /_local/overview`. */
export interface EnvironmentSummary extends Named {
  /** Several projects may have an environment of one name. */
  readonly project: Named;
  readonly clusterId: string;
  readonly state: State;
  readonly services: number;
  /** How many services are in each state. */
  readonly states: Readonly<Partial<Record<State, number>>>;
  /** Start of its last deployment. */
  readonly lastDeploymentAt: string | null;
  /** The deployment that its state comes from. */
  readonly deploymentId: string | null;
}

/** A cluster, and how far its last operation is. */
export interface ClusterSummary {
  readonly id: string;
  readonly name: string;
  readonly provider: string;
  readonly region: string;
  readonly state: ClusterState;
  readonly deploymentStatus: "NEVER_DEPLOYED" | "UP_TO_DATE" | "OUT_OF_DATE";
  /** When its last operation started; null if it has had none. */
  readonly startedAt: string | null;
  /** Why its last operation has failed, if it has. */
  readonly reason: string | null;
  /** Its accesses to secret managers. */
  readonly secretManagers: readonly (Named & { readonly mode: string })[];
  /** Its features that have a value. */
  readonly features: readonly { readonly name: string; readonly value: string }[];
  /** Where the names of its services are. */
  readonly dnsProvider: { readonly provider: string; readonly domain: string };
}

/** A member, an invitation or an API token: who may send requests. */
export interface AccessSummary extends ResourceSummary {
  readonly role: {
    readonly name: string;
    /** Null for a role of the platform, which has no page. */
    readonly id: string | null;
  };
  /** Of an invitation. */
  readonly status: "PENDING" | "EXPIRED" | null;
}

/** A role that administrators have made. */
export interface RoleSummary extends ResourceSummary {
  /** One for each cluster, then one for each project. */
  readonly permissions: readonly {
    readonly kind: "cluster" | "project";
    readonly name: string;
    /** In a project, one for each type of environment, or `ADMIN` for all of them. */
    readonly granted: readonly { readonly in: string | null; readonly permission: string }[];
  }[];
}

/** What an organization has for its services and clusters, such as a registry or cloud credentials. */
export interface OrganizationResource extends ResourceSummary {
  /** The services and clusters that use it, at most five. */
  readonly usedBy: readonly (Named & {
    /** Null for a cluster. */
    readonly environment: (Named & { readonly project: string }) | null;
  })[];
  /** How many there are. */
  readonly users: number;
}

/** `GET /_local/organization` */
export interface OrganizationContent {
  readonly clusters: readonly ClusterSummary[];
  readonly resources: readonly OrganizationResource[];
  readonly access: readonly AccessSummary[];
  readonly roles: readonly RoleSummary[];
}

/** `GET /_local/overview` */
export interface Overview {
  readonly info: PlatformInfo;
  readonly environments: readonly EnvironmentSummary[];
}

/** A row of an environment's services. */
export interface ServiceSummary {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  /** Image tag, version or deployed commit; empty if it has none. */
  readonly version: string;
  readonly state: State;
  readonly deploymentStatus: "NEVER_DEPLOYED" | "UP_TO_DATE" | "OUT_OF_DATE";
  /** The deployment that its state comes from; null if it has never been deployed. */
  readonly deploymentId: string | null;
  /** Why its last deployment has failed, if it has. */
  readonly failure: Failure | null;
  readonly updatedAt: string;
}

/** Why a service failed, as far as the platform knows: a failure rule, or a mark in the tag or commit. */
export interface Failure {
  readonly state: FailureState;
  readonly during: State;
  readonly reason: string;
}

/** A row of what an environment has besides services. */
export interface ResourceSummary {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly updatedAt: string;
}

/** A deployment is named by what it changes: `web 1.27 → 1.28, db`. On the page of a service, only by that service. */
export interface DeploymentTitle {
  /** Empty if it changes something; a redeployment and a stop are named by their services. */
  readonly verb: "" | "Redeploy" | "Deploy" | "Stop" | "Restart";
  /** At most three. */
  readonly subjects: readonly {
    /** Null if the service has been deleted since then. */
    readonly name: string | null;
    /** Both are null if the version did not change, and the first one is if there was none. */
    readonly from: string | null;
    readonly to: string | null;
  }[];
  /** How many services are not among the subjects. */
  readonly more: number;
}

/** A row of an environment's deployments. */
export interface DeploymentSummary {
  readonly id: string;
  readonly environmentId: string;
  readonly title: DeploymentTitle;
  readonly state: State;
  readonly startedAt: string;
  /** In seconds of the platform's clock; null while it runs. */
  readonly durationSeconds: number | null;
  readonly triggeredBy: string;
  readonly services: number;
}

/** A variable as it is seen from an environment or a service. */
export interface VariableSummary {
  readonly id: string;
  readonly key: string;
  /** Masked if it is secret. */
  readonly value: string;
  readonly scope: string;
  readonly type: string;
  /** Where a file is mounted. */
  readonly mountPath: string | null;
  /** The key of the variable that it is an alias or an override of. */
  readonly target: string | null;
  /** For an external secret, the name of the access to its secret manager. */
  readonly access: string | null;
  /** The service that it belongs to. */
  readonly service: Named | null;
}

/** A domain of a service. */
export interface DomainSummary {
  readonly id: string;
  readonly domain: string;
  readonly status: "VALIDATION_PENDING";
  readonly validationDomain: string;
  readonly service: Named;
}

/** A deployment stage, with the services in it. */
export interface StageSummary {
  readonly id: string;
  readonly name: string;
  /** Deployments of the whole environment leave out those that are skipped. */
  readonly services: readonly (Named & { readonly isSkipped: boolean })[];
}

/** What belongs to an environment or a service and is not deployed by itself. */
export interface Belongings {
  /**
   * Of an environment: its own, those of its project, and those of its services, without the built-in ones. Of a service: the
   * effective ones, without the built-in ones of other services.
   */
  readonly variables: readonly VariableSummary[];
  readonly domains: readonly DomainSummary[];
}

/** `GET /_local/environments/{id}/content` */
export interface EnvironmentContent {
  readonly id: string;
  readonly name: string;
  readonly mode: string;
  readonly project: Named;
  readonly cluster: Named;
  readonly services: readonly ServiceSummary[];
  /** What belongs to the environment and isn't a service. */
  readonly others: readonly ResourceSummary[];
  /** Newest first, at most 50. */
  readonly deployments: readonly DeploymentSummary[];
}

/** `GET /_local/environments/{id}/belongings` */
export interface EnvironmentBelongings extends Belongings {
  /** In the order in which they are deployed. */
  readonly stages: readonly StageSummary[];
}

/** `GET /_local/services/{id}` */
export interface ServiceDetail extends ServiceSummary, Belongings {
  /** The name of its deployment stage. */
  readonly stage: string;
  readonly isSkipped: boolean;
  readonly environmentId: string;
  readonly environmentName: string;
  readonly project: Named;
  readonly createdAt: string;
  readonly failure: ServiceFailure | null;
  /** The addresses of its public ports, that of the default port first. */
  readonly urls: readonly string[];
  /** The configuration as the last create or update sent it; null if the log no longer has it. */
  readonly sent: { readonly requestId: number; readonly at: string; readonly body: unknown } | null;
  /** The configuration as a response describes it. */
  readonly response: unknown;
  /** Newest first: the deployments that the service was part of, with its own state, title and duration in each. */
  readonly deployments: readonly (DeploymentSummary & { readonly ownState: State })[];
  /** Newest first: created, updated, each state of its deployments, deleted. */
  readonly events: readonly ServiceEvent[];
}

/** What failed, when, in which deployment, and why. */
export interface ServiceFailure extends Failure {
  readonly deploymentId: string;
  readonly at: string;
}

export interface ServiceEvent {
  readonly at: string;
  /** A sentence about a request, or a state of a deployment. */
  readonly text: string | State;
  /** Set if the event is part of a deployment. */
  readonly deploymentId?: string;
  /** Set if the event is a request that the log still has. */
  readonly requestId?: number;
}

/** One state that a service passes through in a deployment. */
export interface TimelineStep {
  readonly state: State;
  /** In seconds of the platform's clock, from the start of the deployment. */
  readonly from: number;
  /** The same; null while it lasts, and for the state that the service ended in. */
  readonly until: number | null;
  readonly phase: "passed" | "current" | "future" | "end";
}

/** Something that a deployment changes, without secrets: an argument or a variable. */
export interface ChangedValue {
  readonly name: string;
  /** Null if there was none. */
  readonly from: string | null;
  /** Null if there is none any more. */
  readonly to: string | null;
}

/** The part of one service in a deployment. */
export interface DeploymentTask {
  readonly serviceId: string;
  readonly kind: string;
  /** Null if the service has been deleted since then. */
  readonly name: string | null;
  /** The name of its deployment stage; empty if all services are in one. */
  readonly stage: string;
  readonly state: State;
  readonly steps: readonly TimelineStep[];
  /** From which version to which, and whether its configuration was updated; null if nothing is deployed, or if it is not known. */
  readonly change: { readonly from: string | null; readonly to: string; readonly isEdited: boolean } | null;
  /**
   * What it changes in configuration and variables, compared with the deployment of the service before; null if there was none, or if
   * the request log doesn't have it any more.
   */
  readonly changes: readonly ChangedValue[] | null;
  readonly failure: Failure | null;
}

/** `GET /_local/deployments/{id}` */
export interface DeploymentDetail extends DeploymentSummary {
  readonly environmentName: string;
  readonly project: Named;
  readonly elapsedSeconds: number;
  /** How long all of it takes, in seconds of the platform's clock. */
  readonly totalSeconds: number;
  readonly canceledAfterSeconds: number | null;
  /** The request that started it, if the log still has it. */
  readonly request: { readonly id: number; readonly sender: RequestSender | null } | null;
  readonly tasks: readonly DeploymentTask[];
  /** What it changes in the variables of the environment and the project. */
  readonly variables: readonly ChangedValue[];
}

/** What sent a request, as its header `User-Agent` says. */
export interface RequestSender {
  /** The whole header. */
  readonly agent: string;
  /** `dynamic provider`, `app-platform status`, or the first word of another header. */
  readonly name: string;
  /** Of Pulumi, such as `up`. */
  readonly command: string | null;
  /** `project/stack` */
  readonly stack: string | null;
  /** The same for all processes of one run of Pulumi. */
  readonly run: string | null;
}

/** A row of the request log, which keeps the last 1,000 requests to the API. */
export interface RequestSummary {
  /** 1 for the first request to the data. */
  readonly id: number;
  /** What its response has in the header `x-request-id`, so that errors and logs of clients lead to it. */
  readonly requestId: string | null;
  readonly at: string;
  readonly method: string;
  /** Without the values of the query. */
  readonly path: string;
  readonly operation: string | null;
  /** Null if a fault ended the request without a response. */
  readonly status: number | null;
  readonly milliseconds: number;
  /** Role and subject of the token: `editor (pulumi)`; null without a valid one. */
  readonly who: string | null;
  /** Null without the header. */
  readonly sender: RequestSender | null;
  /** The service that the request was about, if its path or its response contains the ID of one. */
  readonly serviceId: string | null;
  readonly serviceName: string | null;
  readonly fault: string | null;
  readonly violations: number;
  /** The request that this one repeats. */
  readonly replayOf: number | null;
}

/** A body in the log. Text that is not JSON, and bodies that are too large to keep, are described by `note` only. */
export interface LoggedBody {
  readonly bytes: number;
  readonly json?: unknown;
  readonly note?: string;
}

/** `GET /_local/requests/{id}` */
export interface RequestDetail extends RequestSummary {
  readonly request: LoggedBody | null;
  readonly response: LoggedBody | null;
  readonly violationList: readonly { readonly field: string; readonly message: string }[];
  /** A command that sends the same request, with `$APP_PLATFORM_TOKEN` for the token, and names in place of secret values. */
  readonly curl: string;
  /** Whether `POST /_local/requests/{id}/replay` can send it again; if not, why. */
  readonly replayable: true | string;
}

/** `GET /_local/requests/log?service=&status=&method=&before=`: newest first. */
export interface RequestLog {
  readonly results: readonly RequestSummary[];
  /** How many requests there were to the data. */
  readonly total: number;
}

/** A rule of `/_local/deployment-failures`. */
export interface FailureRule {
  /** The id or the name of a service. */
  readonly service?: string | null | undefined;
  /** The id or the name of a cluster. */
  readonly cluster?: string | null | undefined;
  readonly state: string;
  readonly during?: string | null | undefined;
  readonly times?: number | null | undefined;
  readonly reason?: string | null | undefined;
}

/** `GET /_local/failure-rules`: the same rules, with the names that people know. */
export interface NamedFailureRules {
  readonly results: readonly {
    readonly rule: FailureRule;
    /** The name of its service or cluster; null if it is for every service. */
    readonly name: string | null;
  }[];
}

/** `GET /_local/faults`; `PUT` takes the rules without the counts. */
export interface FaultRules {
  readonly rules: readonly (FaultRule & {
    /** Whether the rule applies; a rule that is switched off keeps its counts. */
    readonly enabled: boolean;
    readonly seen: number;
    readonly happened: number;
  })[];
}

/** What the page asks of the platform, beside what the other local paths offer. All need a loopback host and the own origin. */
export interface Actions {
  /** Sends the request again, with a new token of the same role. */
  "POST /_local/requests/{id}/replay": { readonly body: undefined; readonly result: { readonly id: number } };
  "POST /_local/environments/{id}/redeploy": {
    readonly body: undefined;
    readonly result: { readonly deploymentId: string };
  };
  "POST /_local/environments/{id}/stop": {
    readonly body: undefined;
    readonly result: { readonly deploymentId: string };
  };
  "POST /_local/environments/{id}/cancel": {
    readonly body: undefined;
    readonly result: { readonly deploymentId: string };
  };
  /** Switches one rule on or off by its position in the list. */
  "PUT /_local/faults/{index}/enabled": { readonly body: { readonly enabled: boolean }; readonly result: FaultRules };
}

/**
 * The events of `GET /_local/events?environment={id}`, a stream of server-sent events. `event:` is the key, `data:` the JSON.
 * A page that connects reads what it shows once, then applies the events; changes of one burst come as one event.
 */
export interface Events {
  /** On connecting, and when the clock was advanced. */
  info: PlatformInfo;
  /** Requests since the last event, oldest first, at most 1,000. */
  requests: { readonly added: readonly RequestSummary[]; readonly total: number };
  /** Environments that have changed. */
  environments: { readonly changed: readonly EnvironmentSummary[]; readonly removed: readonly string[] };
  /** Rows of the environment that the stream was opened for, when they changed. */
  services: { readonly changed: readonly ServiceSummary[]; readonly removed: readonly string[] };
  others: { readonly changed: readonly ResourceSummary[]; readonly removed: readonly string[] };
  deployments: { readonly changed: readonly DeploymentSummary[]; readonly removed: readonly string[] };
  /** The state of a cluster has changed. */
  clusters: readonly ClusterSummary[];
  /** Records such as variables, domains and stages were written. */
  records: null;
  faults: FaultRules;
  /** The content was reset or restored: what the page shows must be read again. */
  reset: null;
}
