/** A terraform service that is planned, unlocked or migrated is not deployed. */
import { beforeEach, describe, expect, it } from "vitest";
import { type Body, bodies } from "./support/bodies.js";
import { opened } from "./support/opened.js";

const { platform, send, read, inEnvironment, create, deploy, deployToTheEnd, advance, statesOf } = opened();
let id: string;
beforeEach(async () => {
  id = (await create("terraform", bodies.terraform.full(platform.ids))).id;
});

const status = async () => {
  const { environment: all, terraforms } = await read(inEnvironment("statuses"));
  return { environment: all, service: terraforms[0] };
};
const run = (change: Body) => deploy({ terraforms: [{ id, ...change }] });
const runToTheEnd = (change: Body) => deployToTheEnd({ terraforms: [{ id, ...change }] });
const edit = () => send("PUT", `/terraform/${id}`, bodies.terraform.full(platform.ids));
const commit = async () =>
  (await read(`/terraform/${id}`)).terraform_files_source.git.git_repository.deployed_commit_id;

describe.each(["PLAN", "FORCE_UNLOCK", "MIGRATE_STATE"])("action %s", (action) => {
  const before = {
    NEVER_DEPLOYED: async () => undefined,
    UP_TO_DATE: () => runToTheEnd({ git_commit_id: "a" }),
    OUT_OF_DATE: async () => {
      await runToTheEnd({ git_commit_id: "a" });
      await edit();
    },
  };
  const expectStatus = async (expected: string) => {
    const { environment, service } = await status();
    expect([environment.deployment_status, service.service_deployment_status]).toEqual([expected, expected]);
  };

  it.each(Object.keys(before) as (keyof typeof before)[])(
    "goes through the states of a deployment, and preserves the deployment status %s and the commit",
    async (known) => {
      await before[known]();
      const deployed = await commit();
      const { body: started } = await run({ action, git_commit_id: "b" });
      expect(started).toMatchObject({ state: "DEPLOYMENT_QUEUED", deployment_status: known });
      const shown = async () => {
        await expectStatus(known);
        return (await status()).service.state;
      };
      expect(await statesOf(shown, 10, 1)).toEqual(["DEPLOYMENT_QUEUED", "BUILDING", "DEPLOYING", "DEPLOYED"]);
      await expectStatus(known);
      expect((await status()).service.deployment_request_id).toBe(started.deployment_request_id);
      expect(await commit()).toBe(deployed);
      await runToTheEnd({ action, git_commit_id: "c" });
      await expectStatus(known);
    },
  );

  it("preserves the deployment status if the action fails or is canceled", async () => {
    await runToTheEnd({ git_commit_id: "a" });
    await runToTheEnd({ action, git_commit_id: "deployment-error" });
    expect((await status()).service.state).toBe("DEPLOYMENT_ERROR");
    await expectStatus("UP_TO_DATE");
    await run({ action });
    await send("POST", inEnvironment("cancelDeployment"));
    await advance(60);
    expect((await status()).service.state).toBe("CANCELED");
    await expectStatus("UP_TO_DATE");
  });

  it("doesn't count as the first deployment: a deploy requires a commit, redeploy and stop return 409", async () => {
    await runToTheEnd({ action, git_commit_id: "a" });
    const refused = await run({});
    expect(refused.body.violations).toMatchObject([{ field: "terraforms[0].git_commit_id" }]);
    for (const what of ["redeploy", "stop"]) {
      expect((await send("POST", inEnvironment(what))).status).toBe(409);
    }
    const started = await run({ git_commit_id: "b" });
    expect(started.body.deployment_status).toBe("NEVER_DEPLOYED");
    await advance(60);
    await expectStatus("UP_TO_DATE");
    expect(await commit()).toBe("b");
  });

  it("leaves the service OUT_OF_DATE after a later update", async () => {
    await runToTheEnd({ git_commit_id: "a" });
    await runToTheEnd({ action });
    await edit();
    await expectStatus("OUT_OF_DATE");
  });

  it("leaves other services of the same deployment UP_TO_DATE", async () => {
    const database = await create("database");
    await deployToTheEnd({ terraforms: [{ id, action, git_commit_id: "a" }], databases: [database.id] });
    expect(await read(inEnvironment("statuses"))).toMatchObject({
      environment: { deployment_status: "UP_TO_DATE" },
      databases: [{ service_deployment_status: "UP_TO_DATE" }],
      terraforms: [{ service_deployment_status: "NEVER_DEPLOYED" }],
    });
  });
});
