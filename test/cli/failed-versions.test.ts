/** A version that somebody else deployed, and that fails: the next `pulumi up` leads out of it, by Pulumi's own engine. */
import { expect, test } from "vitest";
import { containerArgs } from "../engine/support/declare.js";
import { opened } from "../engine/support/opened.js";
import { doors } from "../support/frontend.js";
import { ofBoth } from "./support/both-doors.js";
import { addEnvironment } from "./support/operated.js";
import { openCliStack } from "./support/stack.js";

const { platform } = opened({ endpoints: "extended", isConfigured: true });

test("pulumi up deploys the program's tag if somebody else's has failed", async () => {
  const stack = await openCliStack(platform, { env: { APP_PLATFORM_ENDPOINTS: "extended" } });
  const places: Record<string, string> = {};
  for (const door of doors) places[`${door}-web`] = await addEnvironment(platform);
  const program = (memory: number) =>
    ofBoth(({ Container, DeploymentTrigger }, named) => {
      const environmentId = places[named("web")] as string;
      const web = new Container(named("web"), containerArgs(platform, { environmentId, memory }));
      new DeploymentTrigger(named("release"), { environmentId, services: [web] });
    });
  await stack.run("up", program(512));
  for (const [name, environment] of Object.entries(places)) {
    const body = { containers: [{ id: (await stack.resource(name)).id, image_tag: "2.0-deployment-error" }] };
    await platform.request("POST", `/environment/${environment}/service/deploy`, { body });
  }
  const { output } = await stack.run("up", program(513));
  const reports = output.match(/deploys the program's version of Container "\S+" \(image tag 1\.27\)/g);
  expect(new Set(reports).size).toBe(2);
  const tags = Object.keys(places).map(async (name) => {
    const { body } = await platform.request("GET", `/container/${(await stack.resource(name)).id}`);
    return body.tag;
  });
  expect(await Promise.all(tags)).toEqual(["1.27", "1.27"]);
  expect((await stack.run("preview")).changes).toEqual({ same: 5 });
  await stack.close();
});
