/** What happens to a stack whose setting `endpoints` changes from `documented` to `extended`. */
import { Cluster, Container, TerraformService } from "pulumi-app-platform";
import { expect, test } from "vitest";
import { argsOf } from "../cli/errors/preparation.js";
import { containerArgs } from "./support/declare.js";
import { forgetRequests, writes } from "./support/journal.js";
import { opened } from "./support/opened.js";

const { platform, stack } = opened({ endpoints: "extended" });

const [documented, extended] = (["documented", "extended"] as const).map((endpoints) => ({
  env: { APP_PLATFORM_ENDPOINTS: endpoints },
}));

const program = () => {
  const { organization: organizationId, cluster: clusterId } = platform.ids;
  new Container("web", containerArgs(platform));
  new TerraformService("network", argsOf("TerraformService", platform, { timeoutSec: 60 }));
  const place = { organizationId, clusterId, name: "main", region: "eu-west-3", cloudProvider: "AWS" } as const;
  new Cluster("main", { ...place, maxRunningNodes: 5, acceptDefaults: true });
};

test("endpoints set to extended: nothing is replaced, and the first refresh shows drift of kinds that couldn't be read", async () => {
  await stack.run("up", program, documented);
  const ids = async () => (await stack.resources()).map(({ urn, id }) => [urn, id]);
  const before = await ids();
  const { id } = await stack.resource("network");
  const path = `/terraform/${id}`;
  const { body } = await platform.request("GET", path);
  expect((await platform.request("PUT", path, { body: { ...body, timeout_sec: 61 } })).status).toBe(200);
  // Without an endpoint that reads the kind, nobody sees that.
  expect((await stack.run("refresh", undefined, documented)).changes).toEqual({ same: 4 });

  await forgetRequests(platform);
  expect((await stack.run("preview", program, extended)).changes).toEqual({ same: 4 });
  const { changes } = await stack.run("refresh", undefined, extended);
  expect(changes).toEqual({ same: 3, update: 1 });
  expect((await stack.resource("network")).outputs).toMatchObject({ timeoutSec: 61 });
  expect((await stack.run("preview", program, extended)).changes).toEqual({ same: 3, update: 1 });
  expect(await writes(platform)).toEqual([]);
  expect((await stack.run("up", program, extended)).changes).toEqual({ same: 3, update: 1 });
  expect((await platform.request("GET", path)).body.timeout_sec).toBe(60);
  expect(await ids()).toEqual(before);
});
