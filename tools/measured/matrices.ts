import { definitions } from "../../provider/resources/index.js";

/** What docs/reliability.md says about one matrix. */
export interface MatrixText {
  readonly title: string;
  /** What a cell is, and when it is met, in a few sentences. */
  readonly says: string;
  /** How many cells there are; omitted if the matrix has only facts, or as many cells as it records. */
  readonly cells?: number;
}

/** Victims of a crash (CLI, plugin, backend; Ctrl-C) times moments (before, during and after the call). */
const crashesPerKind = 4 * 3;

/** The matrices, in the order of the page. */
export const matrices = {
  faults: {
    title: "Every fault at every endpoint",
    says: "36 faults at each of the 20 endpoints of the API document, with the provider calling a backend process. Each fault is tried on the first request only and on every request. A cell is met if both end in the correct result or one clear error, within the operation's deadline, with nothing lost and nothing created twice, and if the next run after an error ends in the correct result.",
    cells: 720,
  },
  creates: {
    title: "Lost responses of creates and clones",
    says: "9 calls that create a resource, 7 faults after the platform has committed, both endpoint sets. A cell is met if exactly one resource exists and is in the state, or, for a kind that no endpoint lists, if the error says that the outcome is unknown.",
    cells: 126,
  },
  crashes: {
    title: "Crashes",
    says: `${definitions.length} kinds; a process is killed (\`kill -9\`) or interrupted (Ctrl-C) before the platform receives the call, while its response is on the way (and is lost), or after the call, while the next resource's call is on the way. A person then runs \`pulumi up\` with the real CLI and does what its output asks for. A cell is met if the platform ends with exactly what the program declares, once, in the state, and with nothing left to change. The outcome names what was needed: \`pulumi up\` alone, or also \`pulumi cancel\` to remove the lock of a killed CLI, \`pulumi refresh --clear-pending-creates\`, without which every run warns, or a person who sets \`adoptId\` in the program to the id that the error names. A deployment whose response was lost is requested again. TerraformService and DeploymentTrigger run with the extended endpoints, the others with the documented ones. If no endpoint lists a kind, the error cannot name an id, and a person has to delete what was left behind.`,
    cells: definitions.length * crashesPerKind,
  },
  checkpoints: {
    title: "Kills while Pulumi skips checkpoints",
    says: "Programs with resources of all kinds, with `PULUMI_SKIP_CHECKPOINTS=true` and `app-platform:onExisting` set to `adopt`: Pulumi writes the state only at the end of a run. The CLI, the plugin, or all processes of a run are killed (`kill -9`) at a random moment of the first `pulumi up`, of one that changes, adds and removes resources, and of `pulumi destroy`, up to three times in a row. A cell is a kill. It is met if, once the same command has succeeded, the platform has exactly the resources of the program, each once and with its values, the state has exactly their IDs, and a preview shows no change; after `pulumi destroy`, if nothing is left that the platform can delete. After a killed `pulumi destroy`, the histories also go back with `pulumi up --refresh`. With the documented endpoints, the programs have no TerraformService, which the preview refuses there (AP2013).",
  },
  durability: {
    title: "The backend killed under load",
    says: "`kill -9` of the backend during creates, clones, updates, deployments and deletes of all kinds, repeated on the same data file. Afterwards every acknowledged write is present, every other write is present completely or not at all, the store opens, and no row is incomplete. 50 clients with random requests keep names unique and at most one deployment running per environment.",
  },
  rights: {
    title: "Permissions",
    says: "The 20 endpoints without a token, and with the token of a viewer, an editor, an administrator, an expired one, and one of another organization. A cell is met if the status is the one that the API contract requires and a refused request changes nothing.",
    cells: 120,
  },
  hostileIds: {
    title: "Hostile ids",
    says: "12 types of hostile ids in the paths of the 20 endpoints, several ids of each type. A cell is met if the response is a 404 with the API's error body and nothing changes.",
    cells: 240,
  },
  forgedTokens: {
    title: "Forged tokens",
    says: "JWTs that the platform did not sign for this use, on a read and on a write. A cell is met if both responses are 401 and nothing changes.",
  },
  hostileBodies: {
    title: "Hostile bodies",
    says: "Invalid and malicious bodies, and valid ones that look like them, at every endpoint that takes a body, documented and extended. A cell is met if the response is the one that the API contract requires and never a 500, an accepted body is stored as it was sent, a refused one changes nothing, and the platform continues to respond.",
    cells: 1634,
  },
  fuzzing: {
    title: "Random requests from the OpenAPI document",
    says: "Random requests to every endpoint, documented and extended, generated from the schemas of the OpenAPI document that the backend prints, and valid requests with random changes; each run uses a new seed. A cell is met if every response has a status that the document lists for the operation, never a 500, and matches the schema for that status.",
  },
  canaries: {
    title: "Search for secrets",
    says: "Unique tokens and secret values are used in runs that succeed and fail, then searched for in plain text. A cell is met if a place contains none.",
  },
  localPaths: {
    title: "Local paths",
    says: "Requests to the backend's local paths as DNS rebinding and foreign web pages would send them. A cell is met if the request is refused with 403 and nothing changes; a form without an origin is refused with 415, or with 405 where the path takes no POST.",
    cells: 425,
  },
  supply: {
    title: "What is installed and published",
    says: "Versions are pinned, no install script runs, and `npm publish` builds, checks and audits the package and adds provenance. `npm run audit` fails on any finding, and if the audit cannot be made. It asks the registry for the vulnerabilities known on that day, so it is not part of `npm test`.",
  },
  simulation: {
    title: "Simulated histories",
    says: "Random programs, faults and crashes in virtual time, compared with a model that knows what must exist. Every history must converge: nothing is created twice, nothing is lost, nothing that the stack still declares is deleted, and nothing is left behind without a message to the user.",
  },
} as const satisfies Record<string, MatrixText>;

/** A matrix of the page; its figures are in the file of the same name. */
export type MatrixName = keyof typeof matrices;
