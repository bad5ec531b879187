/** What a deployment selects: which selections are refused, how they are sent, and where their paths are in the program. */
import { describe, expect, it } from "vitest";
import {
  bodyOf,
  checkSelection,
  inFull,
  needsCommit,
  programPathIn,
  refuseOtherEnvironments,
  type Selected,
  selectionOf,
  versionsIn,
  withDemanded,
  withoutVersions,
} from "../../../provider/deployment/selection.js";
import { deployable } from "../../../provider/generated/deployable.js";
import { UNKNOWN, type Value, type Values } from "../../support/provider.js";
import { connected } from "../support/fake-platform.js";

const label = 'DeploymentTrigger "it"';
const web: Values = { kind: "Container", id: "c1", imageTag: "1.27", name: "web" };
const app: Values = { kind: "Application", id: "a1", gitCommitId: "4f2a" };
const db: Values = { kind: "Database", id: "d1" };
const [selectedWeb, selectedApp, selectedDb] = selectionOf({ services: [web, app, db] }) as [
  Selected,
  Selected,
  Selected,
];

describe("selection of a DeploymentTrigger", () => {
  const kinds = deployable.map(({ kind }) => kind).join(", ");
  const alone = "wholeEnvironment must be omitted if services are selected; got true";
  const nothing = "selects no service to deploy";
  const empty = (got: string) => `services[0].imageTag must be a non-empty string; got ${got}.`;
  const noTag = "services[0].imageTag isn't an argument; the arguments for a Database are service.";
  const noOther = "services[0].tag isn't an argument; did you mean imageTag?";
  const project = { kind: "Project", id: "p1" };
  const twice = (path: string) => `${path} must be selected only once; got the same service as services[0]`;
  const unnamed = { ...web, id: UNKNOWN };
  it.each<[what: string, args: Values, refused: string[]]>([
    ["accepts services", { services: [web, app, db] }, []],
    ["accepts wholeEnvironment", { wholeEnvironment: true }, []],
    ["accepts wholeEnvironment with empty lists", { wholeEnvironment: true, services: [], containers: null }, []],
    ["accepts unknown services", { services: UNKNOWN }, []],
    ["accepts wholeEnvironment and unknown IDs", { wholeEnvironment: true, databases: UNKNOWN }, []],
    ["accepts an unknown wholeEnvironment", { wholeEnvironment: UNKNOWN }, []],
    ["refuses no selection", {}, [nothing]],
    ["refuses empty lists", { services: [], jobs: null, wholeEnvironment: false }, [nothing]],
    ["refuses wholeEnvironment and a service", { wholeEnvironment: true, services: [web] }, [alone]],
    ["refuses an unknown wholeEnvironment and an ID", { wholeEnvironment: UNKNOWN, databases: ["d1"] }, [alone]],
    ["refuses a service twice", { services: [web, db, web] }, [twice("services[2]")]],
    ["refuses a service and its ID", { services: [db], databases: ["d1"] }, [twice("databases[0]")]],
    ["accepts two services whose IDs are unknown", { services: [unnamed, unnamed] }, []],
    [
      "refuses a resource that can't be deployed",
      { services: [db, project] },
      [`services[1] must be one of ${kinds}; got Project`],
    ],
    ["refuses an argument that the service's kind doesn't have", { services: [{ ...db, imageTag: "1" }] }, [noTag]],
    ["refuses an unknown argument", { services: [{ ...web, tag: "1" }] }, [noOther]],
    ["accepts an argument that is null", { services: [{ ...db, imageTag: null }] }, []],
    ["refuses an empty version", { services: [{ ...web, imageTag: "" }] }, [empty('""')]],
    ["refuses a version that isn't a string", { services: [{ ...web, imageTag: true }] }, [empty("true")]],
    ["advises quotes for a number", { services: [{ ...web, imageTag: 1.5 }] }, ['put it in quotes: `imageTag: "1.5"`']],
    ["accepts malformed items, which the types refuse", { services: [null, 1, { kind: 7 }, {}] }, []],
  ])("checkSelection %s", (_, args, refused) => {
    const messages = checkSelection(label, args).map(({ message }) => message);
    expect(messages).toEqual(refused.map((text) => expect.stringContaining(text)));
  });

  it("bodyOf groups services by kind, with the versions that are set", () => {
    const job = { kind: "Job", id: "j1", imageTag: null, gitCommitId: "7" };
    const selection = selectionOf({
      services: [web, app, db, job, 7, { kind: "Project", id: "p" }, { kind: "Job", id: 7 }],
      databases: ["d2", 7],
      applications: [{ applicationId: "a2", gitCommitId: "8" }, { gitCommitId: "9" }],
      containers: "none",
    });
    expect(bodyOf(selection)).toEqual({
      applications: [
        { application_id: "a1", git_commit_id: "4f2a" },
        { application_id: "a2", git_commit_id: "8" },
      ],
      containers: [{ id: "c1", image_tag: "1.27" }],
      databases: ["d1", "d2"],
      jobs: [{ id: "j1", git_commit_id: "7" }],
    });
    expect(selection.map(({ path }) => path).slice(4)).toEqual(["applications[0]", "databases[0]"]);
  });

  it.each([
    ["containers[0].image_tag", "services[0].imageTag"],
    ["applications[0].git_commit_id", "services[1].gitCommitId"],
    ["databases[0]", "services[2]"],
    ["databases[10]", "databases[10]"],
    ["databases[1].id", "databases[1].id"],
    ["other[0].id", "other[0].id"],
    ["environment.id", "environment.id"],
    [" databases[0]", " databases[0]"],
  ])("programPathIn maps %s to %s", (wire, path) => {
    expect(programPathIn(wire, [selectedWeb, selectedApp, selectedDb])).toBe(path);
  });

  it("programPathIn maps a path with a two-digit index: containers[11] to services[11]", () => {
    const selection = selectionOf({
      services: Array.from({ length: 12 }, (_, index) => ({ ...web, id: `c${index}` })),
    });
    expect(programPathIn("containers[11].image_tag", selection)).toBe("services[11].imageTag");
  });
});

describe("selected services", () => {
  it("omit their versions after withoutVersions, and have them again after inFull", () => {
    const bare = withoutVersions(selectedWeb);
    expect(bare.item).toEqual({ id: "c1" });
    expect(inFull(bare).item).toEqual(selectedWeb.item);
    expect(withoutVersions(selectedDb)).toBe(selectedDb);
    expect([selectedWeb, bare, selectedDb].map(versionsIn)).toEqual([[["image_tag", "1.27"]], [], []]);
    expect(inFull(selectedDb)).toEqual(selectedDb);
  });

  it("have their version again if the platform's error says that it must be set (withDemanded)", () => {
    const bare = [withoutVersions(selectedWeb), withoutVersions(selectedApp), selectedDb];
    expect(withDemanded(bare, ["services[2].id: no", "services[0]: no", "environment: no"])).toBeUndefined();
    expect(withDemanded(bare, ["services[1].gitCommitId: must be set"])).toEqual([
      bare[0],
      inFull(bare[1] as never),
      selectedDb,
    ]);
  });

  it.each<[what: string, service: Values, needs: boolean]>([
    ["need no commit if built from git with a commit", app, false],
    ["need a commit if built from git without one", { ...app, gitCommitId: null }, true],
    ["need no commit if built from an image", { ...web, imageTag: null }, false],
    ["need no commit if built from git or an image, with a commit", { kind: "Job", id: "j", gitCommitId: "1" }, false],
    ["need no commit if built from git or an image, with a tag", { kind: "Job", id: "j", imageTag: "1" }, false],
    ["need a commit if built from git or an image, with neither commit nor tag", { kind: "Job", id: "j" }, true],
    ["need no commit if not built", db, false],
  ])("%s", (_, service, needs) => {
    expect(selectionOf({ services: [service] }).map(needsCommit)).toEqual([needs]);
  });

  it("need a commit if selected by ID in `applications`", () => {
    const selection = selectionOf({ applications: [{ applicationId: "a" }], databases: ["d"] });
    expect(selection.map(needsCommit)).toEqual([true, false]);
  });
});

describe("refuseOtherEnvironments", () => {
  const { run } = connected("http://127.0.0.1:9");
  run.ownership.planned("Container c1", { label: "web" }, { retained: { environmentId: "e1" } });
  run.deployments.seenIn("d1", "e2");
  run.deployments.seenIn("Container new", "e1");
  run.deployments.seenIn("Container new", "e2");
  const found = (environmentId: Value, id: string, specified?: Value) =>
    refuseOtherEnvironments({ run, label }, { environmentId }, [
      { id, path: "services[0]", ...(specified !== undefined && { specified }) },
    ]).map(({ message }) => message);
  it.each<[what: string, environmentId: Value, id: string, specified: Value | undefined, got: string | undefined]>([
    ["refuses a service that the state has in another environment", "e2", "c1", undefined, "e1"],
    ["refuses a service that the run has read in another environment", "e1", "d1", undefined, "e2"],
    ["refuses a new service of other environments", "e3", UNKNOWN, { kind: "Container", name: "new" }, "e1 or e2"],
    [
      "accepts a new service whose name is also in another environment",
      "e2",
      UNKNOWN,
      { kind: "Container", name: "new" },
      undefined,
    ],
    ["accepts a service of the environment", "e1", "c1", undefined, undefined],
    ["accepts a service that neither the state nor the run knows", "e1", "c2", undefined, undefined],
    ["accepts a new service with an unknown name", "e3", UNKNOWN, { kind: "Container", name: UNKNOWN }, undefined],
    ["accepts a new service without a name", "e3", UNKNOWN, { kind: "Container" }, undefined],
    ["accepts an unknown resource", "e3", UNKNOWN, undefined, undefined],
    ["accepts a service while the environment is unknown", UNKNOWN, "c1", undefined, undefined],
    ["accepts a service if the environment is null", null, "c1", undefined, undefined],
  ])("%s", (_, environmentId, id, specified, got) => {
    const text = `services[0] must be a service of the environment ${String(environmentId)}; got one of the environment ${got}.`;
    expect(found(environmentId, id, specified)).toEqual(got === undefined ? [] : [expect.stringContaining(text)]);
  });
});
