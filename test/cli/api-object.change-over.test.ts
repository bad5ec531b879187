/** From an ApiObject to the kind that a later version has for it, by the real CLI. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { forward } from "../engine/advice/servers.js";
import { openedPlatform } from "../platform/support/opened.js";
import { openedServer } from "../support/opened-server.js";
import { eachDoor, ofBoth } from "./support/both-doors.js";
import { openCliStack } from "./support/stack.js";

const platform = openedPlatform({ endpoints: "extended" });
const earlier = "earlierToken";

/** Passes all calls on to the platform. The path of git tokens has another name, too, which no kind has. */
const passing = openedServer((request, response) => {
  request.url = request.url?.replace(earlier, "gitToken");
  forward(platform.url)(request, response);
});

const secret = "s3cret-of-the-tokens";
const objects = (path: string) =>
  ofBoth((app, named) => {
    const args = {
      path: `/organization/{organizationId}/${path}`,
      parameters: { organizationId: platform.ids.organization },
      body: { name: named("token"), type: "GITHUB" },
      secretBody: { token: secret },
      nameMember: "name",
    };
    new app.ApiObject(named("token"), args, { deleteBeforeReplace: true });
  });
const kinds = (idOf: (name: string) => string | undefined) =>
  ofBoth((app, named) => {
    const adoptId = idOf(named("token"));
    const { organization: organizationId } = platform.ids;
    const args = { organizationId, name: named("token"), type: "GITHUB" as const, token: secret };
    new app.GitToken(named("git"), { ...args, ...(adoptId && { adoptId }) });
  });

describe("ApiObject at a path that a kind has by now", () => {
  test("warns, also when it is replaced, and is adopted by the kind without a change on the platform", async () => {
    const env = { APP_PLATFORM_ENDPOINTS: "extended" };
    const stack = await openCliStack({ url: passing.url, tokens: platform.tokens }, { env });
    await stack.run("up", objects(earlier));
    const managed = () => eachDoor((named) => stack.resource(named("token")));
    const stored = join(stack.folder, `state/.pulumi/stacks/program/${stack.name}.json`);
    await writeFile(stored, (await readFile(stored, "utf8")).replaceAll(earlier, "gitToken"));
    const ids = new Map<string, string>();
    const names = async () => {
      const listed = await platform.request("GET", `/organization/${platform.ids.organization}/gitToken`);
      const { results } = listed.body as { results: { id: string; name: string }[] };
      return results
        .filter(({ id }) => [...ids.values()].includes(id))
        .map(({ name }) => name)
        .sort();
    };
    const both = ["dynamic-token", "native-token"];

    const again = await stack.run("up", objects("gitToken"));
    expect(again.changes).toEqual({ same: 3 });
    expect(again.output.match(/is a path of GitToken, which can manage it, too/g)?.length).toBeGreaterThanOrEqual(2);

    const replace = (await managed()).map((each) => each.urn);
    const replaced = await stack.run("up", objects("gitToken"), { replace });
    expect(replaced.changes).toEqual({ replace: 2, same: 1 });
    for (const { urn, id } of await managed()) ids.set(urn.split("::").at(-1) ?? "", id);
    expect(await names()).toEqual(both);

    const moved = await stack.run(
      "up",
      kinds((name) => ids.get(name)),
    );
    expect(moved.changes).toEqual({ create: 2, delete: 2, same: 1 });
    expect(await names()).toEqual(both);
    expect(
      (
        await stack.run(
          "up",
          kinds(() => undefined),
        )
      ).changes,
    ).toEqual({ same: 3 });

    await stack.run("destroy");
    expect(await names()).toEqual([]);
    await stack.close();
  });
});
