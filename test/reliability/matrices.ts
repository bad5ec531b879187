/** The matrices of docs/reliability.md, in the page's order. */
export interface MatrixText {
  readonly title: string;
  /** What a cell is and what meets it, in one or two sentences. */
  readonly says: string;
  /** How many cells there are; nothing where the matrix has only facts. */
  readonly cells?: number;
}

export const matrices = {
  faults: {
    title: "Every fault at every endpoint",
    says: "36 faults at each of the 20 endpoints of the API document, through the provider against a backend process, each met by the first request alone and by every one. A cell is met where that ends in the right result or one clear error, within the operation's deadline, with nothing lost and nothing made twice, and where the next run after an error ends in the right result.",
    cells: 720,
  },
  creates: {
    title: "Lost answers of creates and clones",
    says: "9 calls that create, 7 faults after the platform's commit, both sets of endpoints. A cell is met where exactly one resource exists and the state has it; or, where no list exists, the error says that the outcome is unknown.",
    cells: 126,
  },
  crashes: {
    title: "Crashes",
    says: "8 kinds, killed (kill -9) or interrupted (Ctrl-C): before the platform got the call, while its answer was on the way, which is then lost, and after it, with the next resource's call on the way. Then a person runs `pulumi up` with the real CLI and does what its output asks for. A cell is met where that ends in exactly what the program says, once, known to the state, with nothing left to change. The outcome names what it takes besides `pulumi up`: nothing; `pulumi cancel` for the lock of a killed CLI; `pulumi refresh --clear-pending-creates`, until which every run warns; or a person who puts the id that the error names into the program (`adoptId`). A deployment whose answer nobody got is asked for again. TerraformService and DeploymentTrigger run with the extended endpoints, the others with the documented ones: where none lists a kind, the error can name no id, and a person has to remove what is left.",
    cells: 96,
  },
  durability: {
    title: "The backend killed under load",
    says: "kill -9 of the backend under creates, clones, edits, deployments and deletes of all kinds, again and again on the same data file: every answered write is there afterwards, every other one wholly or not at all, the store opens, no row is half made. 50 clients at random keep names unique and one deployment an environment.",
  },
  rights: {
    title: "Rights",
    says: "The 20 endpoints without a token and with those of a viewer, an editor, an administrator, an expired one and one of another organization. A cell is met where the status is the one that the contract gives and what is refused has changed nothing.",
    cells: 120,
  },
  hostileIds: {
    title: "Hostile ids",
    says: "12 sorts of hostile id in the paths of the 20 endpoints, several of each. A cell is met where the answer is a 404 in the API's form and nothing has changed.",
    cells: 240,
  },
  forgedTokens: {
    title: "Forged tokens",
    says: "JWTs that the platform has not signed for this use, on a read and on a write. A cell is met where both are answered with 401 and nothing has changed.",
  },
  hostileBodies: {
    title: "Hostile bodies",
    says: "Bodies that are no honest request, or only look so, at every endpoint that takes one, documented and extended. A cell is met where the answer is the one of the contract, never a 500, what is accepted is kept as it was sent, what is refused has changed nothing, and the platform goes on.",
    cells: 1634,
  },
  fuzzing: {
    title: "Requests made at random from the OpenAPI document",
    says: "Random requests to every endpoint, documented and extended, made from the schemas of the OpenAPI document that the backend prints, and from good requests with random changes; a fresh seed each run. A cell is met where every answer has a status that the document lists for the operation, never a 500, and fits the schema that it gives for it.",
  },
  canaries: {
    title: "Secrets searched for",
    says: "Tokens and secret values found nowhere else, used in runs that succeed and fail, then searched for in clear. A cell is met where a place holds none.",
  },
  localPaths: {
    title: "The local paths",
    says: "Requests to the backend's local paths as DNS rebinding and foreign pages would send them. A cell is met where it is refused with 403 (a form that says nothing of where it comes from with 415, or 405 where nothing is posted) and nothing has changed.",
    cells: 425,
  },
  supply: {
    title: "What is installed and published",
    says: "Versions are pinned, nothing runs when it is installed, and `npm publish` builds, checks, audits (`npm run audit` fails with any finding and where no audit could be made) and adds provenance. The audit asks the registry for what is known on that day, so it is no part of `npm test`.",
  },
  simulation: {
    title: "Simulated histories",
    says: "Random programs, faults and crashes in virtual time, against a model that knows what must exist. A history is met where it converges: nothing twice, nothing lost, nothing left without the user being told.",
  },
} as const satisfies Record<string, MatrixText>;
