import { expect, it } from "vitest";
import {
  ClusterNotDeployedError,
  ClusterUnfinishedError,
  DeploymentFailedError,
} from "../../../provider/deployment/errors.js";
import { TimedOutError } from "../../../provider/errors/index.js";

it("AP5008 and AP5009 name the state of the cluster, what prevented its deployment, and what to do", () => {
  const failure = new TimedOutError("Reading", "https://platform.example", 30);
  const busy = { seconds: undefined, state: "DEPLOYING", isOwn: false, failure };
  const { message } = new ClusterUnfinishedError("it", busy);
  expect(message).toMatch(/still running, so it wasn't deployed\.\n.*within 30 s.*wait until it has ended/s);
  expect(message).not.toMatch(/timeoutSeconds|continues/);
  const own = new ClusterUnfinishedError("it", { ...busy, seconds: 60, isOwn: true, failure: undefined });
  expect(own.message).toMatch(/hasn't ended after 60 s; its last known state is DEPLOYING\..*timeoutSeconds/s);
  const failed = new ClusterNotDeployedError("it", "DEPLOYMENT_ERROR");
  expect(failed.message).toMatch(/\.\n {2}What to do: check the cluster/);
});

it.each([
  ["deploy", "the deployment", "deploys again", "instead of deploying again"],
  ["stop", "the stop", "stops them again", "instead of stopping it again"],
] as const)(
  "AP5004 and AP5009 name the action that failed and how the next update repeats it: %s",
  (action, noun, again, instead) => {
    const { message } = new DeploymentFailedError("it", "CANCELED", [], { action });
    expect(message).toMatch(new RegExp(`${noun} was canceled .*, which ${again}\\.`, "s"));
    const unfinished = { action, seconds: 60, state: "BUSY", isOwn: true, failure: undefined };
    const cluster = new ClusterUnfinishedError("it", unfinished);
    expect(cluster.message).toMatch(new RegExp(`${noun} of the cluster hasn't ended .*${instead}`, "s"));
    expect(cluster.message).not.toContain("\n  -");
  },
);

it("AP5008 says to correct the credentials of a cluster in INVALID_CREDENTIALS", () => {
  const { message } = new ClusterNotDeployedError("it", "INVALID_CREDENTIALS");
  expect(message).toContain("What to do: correct the cloud provider's credentials");
});
