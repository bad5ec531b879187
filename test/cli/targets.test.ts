/** Runs with `--target` and `--exclude`, by Pulumi's own engine: what it says about a dependency that isn't part of the run. */
import { expect, test } from "vitest";
import { containerArgs } from "../engine/support/declare.js";
import { forgetRequests, writes } from "../engine/support/journal.js";
import { opened } from "../engine/support/opened.js";
import { type DoorName, doors } from "../support/frontend.js";
import { schemaToken, typeToken } from "../support/provider.js";
import { ofBoth } from "./support/both-doors.js";
import { openCliStack } from "./support/stack.js";

const { platform } = opened({ endpoints: "extended", isConfigured: true });

const tokens: Readonly<Record<DoorName, typeof typeToken>> = { dynamic: typeToken, native: schemaToken };

test("run with --target names a missing dependency at preview and in up, with both providers", async () => {
  const stack = await openCliStack(platform, { env: { APP_PLATFORM_ENDPOINTS: "extended" } });
  await forgetRequests(platform);
  const program = ofBoth(({ Container, DeploymentTrigger, Environment }, named) => {
    const environment = new Environment(named("left-out"), { projectId: platform.ids.project });
    const place = { environmentId: environment.id, variables: { PLACE: environment.name } };
    const services = [new Container(named("web"), containerArgs(platform, place))];
    new DeploymentTrigger(named("release"), { environmentId: environment.id, services });
  });
  const urnOf = (door: DoorName, kind: string, name: string) =>
    `urn:pulumi:${stack.name}::program::${tokens[door](kind)}::${door}-${name}`;
  for (const [door, step, dependent, missing] of [
    ["native", "preview", "Container::web", ["Environment::left-out"]],
    // The release depends on two resources that the run lacks. Pulumi names one of them, not always the same.
    ["dynamic", "up", "DeploymentTrigger::release", ["Environment::left-out", "Container::web"]],
  ] as const) {
    const urn = (of: string) => urnOf(door, ...(of.split("::") as [string, string]));
    const output = (await stack.fails(step, program, { target: [urn(dependent)] })).replace(/\s+/g, " ");
    expect(missing.map((each) => `'${urn(dependent)}' depends on '${urn(each)}'`)).toContainEqual(
      expect.toSatisfy((words: string) => output.includes(words)),
    );
    expect(output).not.toMatch(/AP\d{4}/);
  }
  const exclude = doors.map((door) => urnOf(door, "Environment", "left-out"));
  // Pulumi itself notices in the state of a preview that something excluded is missing, and stops at the first provider that is done.
  const preview = await stack.fails("preview", program, { exclude });
  expect(exclude.map((urn) => `missing dependency ${urn}`)).toContainEqual(
    expect.toSatisfy((words: string) => preview.includes(words)),
  );
  expect((await stack.fails("up", program, { exclude })).replace(/\s+/g, " ")).toMatch(
    /missing dependency|must be known: it depends on a resource that isn't part of this run/,
  );
  expect(await writes(platform)).toEqual([]);
  await stack.close();
});
