import { expect, it } from "vitest";
import { ClusterNotDeployedError, ClusterUnfinishedError } from "../../../provider/deployment/errors.js";
import { TimedOutError } from "../../../provider/errors/index.js";

it("errors of a cluster deployment name the obstacle and what to do", () => {
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
