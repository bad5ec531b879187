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

describe("selection of a trigger", () => {
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
    ["services", { services: [web, app, db] }, []],
    ["wholeEnvironment", { wholeEnvironment: true }, []],
    ["wholeEnvironment with empty lists", { wholeEnvironment: true, services: [], containers: null }, []],
    ["unknown services", { services: UNKNOWN }, []],
    ["wholeEnvironment and unknown IDs", { wholeEnvironment: true, databases: UNKNOWN }, []],
    ["an unknown wholeEnvironment", { wholeEnvironment: UNKNOWN }, []],
    ["no selection", {}, [nothing]],
    ["empty lists", { services: [], jobs: null, wholeEnvironment: false }, [nothing]],
    ["wholeEnvironment and a service", { wholeEnvironment: true, services: [web] }, [alone]],
    ["an unknown wholeEnvironment and an ID", { wholeEnvironment: UNKNOWN, databases: ["d1"] }, [alone]],
    ["a service twice", { services: [web, db, web] }, [twice("services[2]")]],
    ["a service and its ID", { services: [db], databases: ["d1"] }, [twice("databases[0]")]],
    ["services without an ID yet", { services: [unnamed, unnamed] }, []],
    [
      "a resource that can't be deployed",
      { services: [db, project] },
      [`services[1] must be one of ${kinds}; got Project`],
    ],
    ["an argument that the service's kind lacks", { services: [{ ...db, imageTag: "1" }] }, [noTag]],
    ["an unknown argument", { services: [{ ...web, tag: "1" }] }, [noOther]],
    ["an argument that is null", { services: [{ ...db, imageTag: null }] }, []],
    ["an empty version", { services: [{ ...web, imageTag: "" }] }, [empty('""')]],
    ["a version that isn't a string", { services: [{ ...web, imageTag: 1 }] }, [empty("1")]],
    ["malformed items, which the types refuse", { services: [null, 1, { kind: 7 }, {}] }, []],
  ])("checkSelection accepts or refuses %s", (_, args, refused) => {
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

  it("programPathIn finds the path of the twelfth service", () => {
    const selection = selectionOf({
      services: Array.from({ length: 12 }, (_, index) => ({ ...web, id: `c${index}` })),
    });
    expect(programPathIn("containers[11].image_tag", selection)).toBe("services[11].imageTag");
  });
});

describe("selected services", () => {
  it("have versions if their kind does, and keep them when they aren't sent", () => {
    const bare = withoutVersions(selectedWeb);
    expect(bare.item).toEqual({ id: "c1" });
    expect(inFull(bare).item).toEqual(selectedWeb.item);
    expect(withoutVersions(selectedDb)).toBe(selectedDb);
    expect([selectedWeb, bare, selectedDb].map(versionsIn)).toEqual([[["image_tag", "1.27"]], [], []]);
    expect(inFull(selectedDb)).toEqual(selectedDb);
  });

  it("are sent with versions if the platform demands them", () => {
    const bare = [withoutVersions(selectedWeb), withoutVersions(selectedApp), selectedDb];
    expect(withDemanded(bare, ["services[2].id: no", "services[0]: no", "environment: no"])).toBeUndefined();
    expect(withDemanded(bare, ["services[1].gitCommitId: must be set"])).toEqual([
      bare[0],
      inFull(bare[1] as never),
      selectedDb,
    ]);
  });

  it.each<[what: string, service: Values, needs: boolean]>([
    ["built from git with a commit", app, false],
    ["built from git without a commit", { ...app, gitCommitId: null }, true],
    ["built from an image", { ...web, imageTag: null }, false],
    ["built from git or an image, with a commit", { kind: "Job", id: "j", gitCommitId: "1" }, false],
    ["built from git or an image, with a tag", { kind: "Job", id: "j", imageTag: "1" }, false],
    ["built from git or an image, with neither", { kind: "Job", id: "j" }, true],
    ["not built", db, false],
  ])("need a commit, or not: %s", (_, service, needs) => {
    expect(selectionOf({ services: [service] }).map(needsCommit)).toEqual([needs]);
  });

  it("need a commit by ID if their kind is built from git", () => {
    const selection = selectionOf({ applications: [{ applicationId: "a" }], databases: ["d"] });
    expect(selection.map(needsCommit)).toEqual([true, false]);
  });
});

describe("service in another environment", () => {
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
    ["is in the state", "e2", "c1", undefined, "e1"],
    ["was read in this run", "e1", "d1", undefined, "e2"],
    ["is new", "e3", UNKNOWN, { kind: "Container", name: "new" }, "e1 or e2"],
    ["is new here, and a namesake is elsewhere", "e2", UNKNOWN, { kind: "Container", name: "new" }, undefined],
    ["is in this environment", "e1", "c1", undefined, undefined],
    ["is unknown", "e1", "c2", undefined, undefined],
    ["has an unknown name", "e3", UNKNOWN, { kind: "Container", name: UNKNOWN }, undefined],
    ["has no name", "e3", UNKNOWN, { kind: "Container" }, undefined],
    ["is an unknown resource", "e3", UNKNOWN, undefined, undefined],
    ["belongs to an unknown environment", UNKNOWN, "c1", undefined, undefined],
    ["belongs to no environment", null, "c1", undefined, undefined],
  ])("is refused, or not, if it %s", (_, environmentId, id, specified, got) => {
    const text = `services[0] must be a service of the environment ${String(environmentId)}; got one of the environment ${got}.`;
    expect(found(environmentId, id, specified)).toEqual(got === undefined ? [] : [expect.stringContaining(text)]);
  });
});
