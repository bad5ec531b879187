/** From an ApiObject to the kind that a later version has for it, by the real CLI. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { forward } from "../engine/advice/servers.js";
import { forgetRequests, writes } from "../engine/support/journal.js";
import { openedPlatform } from "../platform/support/opened.js";
import { openedServer } from "../support/opened-server.js";
import { eachProvider, ofBoth } from "./support/both-providers.js";
import { openCliStack } from "./support/stack.js";

const platform = openedPlatform({ endpoints: "extended" });
const earlier = "earlierToken";

/** Passes all calls on to the platform. The path of git tokens has another name, too, which no kind has. */
const passing = openedServer((request, response) => {
  request.url = request.url?.replace(earlier, "gitToken");
  forward(platform.url)(request, response);
});

const secret = "s3cret-of-the-tokens";

test("ApiObject at a path that has become a kind's is adopted by the kind with adoptId, without a write", async () => {
  const { organization: organizationId } = platform.ids;
  const env = { APP_PLATFORM_ENDPOINTS: "extended" };
  const stack = await openCliStack({ url: passing.url, tokens: platform.tokens }, { env });
  const objects = ofBoth((app, named) => {
    const body = { name: named("token"), type: "GITHUB" };
    const place = { path: `/organization/{organizationId}/${earlier}`, parameters: { organizationId } };
    new app.ApiObject(named("token"), { ...place, body, secretBody: { token: secret }, nameMember: "name" });
  });
  await stack.run("up", objects);
  const ids = new Map(
    await eachProvider(async (named) => [named("token"), (await stack.resource(named("token"))).id] as const),
  );
  const stored = join(stack.folder, `state/.pulumi/stacks/program/${stack.name}.json`);
  await writeFile(stored, (await readFile(stored, "utf8")).replaceAll(earlier, "gitToken"));
  const existing = async () => {
    const { results } = (await platform.request("GET", `/organization/${organizationId}/gitToken`)).body;
    return results.map(({ id }: { id: string }) => id).filter((id: string) => [...ids.values()].includes(id));
  };

  const kinds = ofBoth(({ GitToken }, named) => {
    const args = { organizationId, name: named("token"), type: "GITHUB" as const, token: secret };
    new GitToken(named("git"), { ...args, adoptId: ids.get(named("token")) as string });
  });
  await forgetRequests(platform);
  expect((await stack.run("up", kinds)).changes).toEqual({ create: 2, delete: 2, same: 1 });
  expect(await writes(platform)).toEqual([]);
  expect(await existing()).toHaveLength(2);
  await stack.run("destroy");
  expect(await existing()).toEqual([]);
  await stack.close();
});
