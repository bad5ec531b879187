/** Runs with `--target` and `--exclude`, by Pulumi's own engine: what it says about a dependency that isn't part of the run. */
import { Container, DeploymentTrigger, Environment } from "pulumi-app-platform";
import * as native from "pulumi-app-platform/native";
import { expect, test } from "vitest";
import { containerArgs } from "../engine/declare.js";
import { forgetRequests, writes } from "../engine/journal.js";
import { opened } from "../engine/opened.js";
import { schemaToken, typeToken } from "../provider.js";
import { openCliStack } from "./stack.js";

const { platform } = opened({ endpoints: "extended", isConfigured: true });

const doors = {
  dynamic: { classes: { Container, DeploymentTrigger, Environment }, token: typeToken },
  native: { classes: native, token: schemaToken },
};

test.each(["dynamic", "native"] as const)(
  "what the %s provider manages names it, at preview and by up",
  async (door) => {
    const { classes, token } = doors[door];
    const stack = await openCliStack(platform, { env: { APP_PLATFORM_ENDPOINTS: "extended" } });
    const urnOf = (kind: string, name: string) => `urn:pulumi:${stack.name}::program::${token(kind)}::${name}`;
    await forgetRequests(platform);
    const [left, web, release] = [
      urnOf("Environment", "left-out"),
      urnOf("Container", "web"),
      urnOf("DeploymentTrigger", "release"),
    ];
    const program = () => {
      const environment = new classes.Environment("left-out", { projectId: platform.ids.project });
      const args = containerArgs(platform, { environmentId: environment.id, variables: { PLACE: environment.name } });
      const services = [new classes.Container("web", args as never) as Container];
      new classes.DeploymentTrigger("release", { environmentId: environment.id, services } as never);
    };
    // The release depends on two resources that the run lacks. Pulumi names one of them, not always the same.
    for (const { dependent, missing } of [
      { dependent: web, missing: [left] },
      { dependent: release, missing: [left, web] },
    ]) {
      for (const step of ["preview", "up"] as const) {
        const output = (await stack.fails(step, program, { target: [dependent] })).replace(/\s+/g, " ");
        expect(missing.map((urn) => `'${dependent}' depends on '${urn}'`)).toContainEqual(
          expect.toSatisfy((words: string) => output.includes(words)),
        );
        expect(output).not.toMatch(/AP\d{4}/);
      }
    }
    // Of what is excluded, Pulumi itself sees only in the state of a preview that something is missing.
    expect(await stack.fails("preview", program, { exclude: [left] })).toContain(`missing dependency ${left}`);
    expect((await stack.fails("up", program, { exclude: [left] })).replace(/\s+/g, " ")).toMatch(
      /missing dependency|must be known: it depends on a resource that isn't part of this run/,
    );
    expect(await writes(platform)).toEqual([]);
    expect((await stack.run("up", program)).changes).toMatchObject({ create: 3 });
    await stack.run("destroy");
    await stack.close();
  },
);
