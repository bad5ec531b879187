/** Advanced settings: a program owns the ones that it names, on every kind that has them. */
import type { CustomResource } from "@pulumi/pulumi";
import { describe, expect, test } from "vitest";
import { sample } from "../full.js";
import { isNotApplicable, type Kind, records } from "../kinds/index.js";
import { declare } from "./declare.js";
import { forgetRequests, requests, writes } from "./journal.js";
import { opened } from "./opened.js";
import { openStack, throughDoor } from "./stack.js";

const { platform, stack } = opened({ endpoints: "extended", isFresh: true });

const grace = "deployment.termination_grace_period_seconds";
const readOnly = "security.read_only_root_filesystem";
const account = "security.service_account_name";
const affinity = "deployment.affinity.node.required";

type Settings = Readonly<Record<string, unknown>>;

const program = (advancedSettings?: Settings, kind: Kind = "Container", more: object = {}) => {
  return (): void => {
    const { lifecycle } = records[kind];
    if (isNotApplicable(lifecycle)) throw new Error(`${kind} has no arguments here`);
    const args = { ...lifecycle.args(platform.ids), ...more, ...(advancedSettings && { advancedSettings }) };
    declare(kind, "web", args as never) satisfies CustomResource;
  };
};

const path = async (segment = "container") => `/${segment}/${(await stack.resource("web")).id}/advancedSettings`;
const settings = async (segment?: string): Promise<Settings> =>
  (await platform.request("GET", await path(segment))).body;
const defaults = async (): Promise<Settings> =>
  (await platform.request("GET", "/defaultContainerAdvancedSettings")).body;
/** What somebody else sets in the platform's console. */
async function byHand(changed: Settings): Promise<void> {
  await platform.request("PUT", await path(), { body: { ...(await settings()), ...changed } });
}
const run = async (step: Parameters<typeof stack.run>[0], wanted?: Settings) => {
  await forgetRequests(platform);
  return stack.run(step, program(wanted));
};
const route = "/container/{containerId}/advancedSettings";
const same = { same: 2 };
const update = { same: 1, update: 1 };

const kinds: [kind: Kind, segment: string][] = [
  ["Application", "application"],
  ["Container", "container"],
  ["Job", "job"],
  ["HelmService", "helm"],
  ["TerraformService", "terraform"],
];

/** Without `FULL=1`, every other kind through each door. */
describe.each(sample(kinds, throughDoor === "native" ? 1 : 0, 2))(
  "the advanced settings of a resource of kind %s",
  (kind, segment) => {
    test("are set when it is created, changed, and returned to their defaults", async () => {
      await stack.run("up", program({ [grace]: 120, [readOnly]: true, [affinity]: { zone: "a" } }, kind));
      expect(await settings(segment)).toMatchObject({ [grace]: 120, [readOnly]: true, [affinity]: { zone: "a" } });
      expect(
        (await stack.run("preview", program({ [grace]: 120, [readOnly]: true, [affinity]: { zone: "a" } }, kind)))
          .changes,
      ).toEqual(same);
      expect((await stack.run("up", program({ [grace]: 90, [readOnly]: true }, kind))).changes).toEqual(update);
      expect(await settings(segment)).toMatchObject({ [grace]: 90, [readOnly]: true, [affinity]: {} });
      expect((await stack.run("up", program(undefined, kind))).changes).toEqual(update);
      expect(await settings(segment)).toMatchObject({ [grace]: 60, [readOnly]: false });
      expect((await stack.run("preview", program(undefined, kind))).changes).toEqual(same);
    });
  },
);

test("the settings of a cluster are those that the program names, too", async () => {
  const cluster = `/organization/${platform.ids.organization}/cluster/${platform.ids.cluster}/advancedSettings`;
  const read = async () => (await platform.request("GET", cluster)).body;
  await stack.run("up", program({ "load_balancer.size": "lb-l" }, "Cluster"));
  expect(await read()).toMatchObject({ "load_balancer.size": "lb-l", "loki.log_retention_in_week": 12 });
  expect((await stack.run("refresh")).changes).toEqual(same);
  expect((await stack.run("up", program(undefined, "Cluster"))).changes).toEqual(update);
  expect(await read()).toMatchObject({ "load_balancer.size": "lb-s" });
});

describe("advanced settings", () => {
  test("take one write for all of them, and none where the platform has them already", async () => {
    await run("up", { [grace]: 120, [account]: "web" });
    expect(await requests(platform)).toMatchObject({
      "GET /defaultContainerAdvancedSettings 200": 1,
      [`GET ${route} 200`]: 1,
      [`PUT ${route} 201`]: 1,
    });
    expect((await run("preview", { [grace]: 120, [account]: "web" })).changes).toEqual(same);
    expect(await requests(platform)).toEqual({});
    expect((await run("preview", { [grace]: 60, [account]: "web" })).changes).toEqual(update);
    expect(await requests(platform)).toEqual({ "GET /defaultContainerAdvancedSettings 200": 1 });
    await byHand({ [grace]: 60 });
    await run("up", { [grace]: 60, [account]: "web" });
    expect(await writes(platform)).toEqual([]);
  });

  test("that the program doesn't name stay as somebody else has set them", async () => {
    await run("up", { [grace]: 120 });
    await byHand({ [account]: "by hand" });
    expect((await run("refresh")).changes).toEqual(same);
    expect((await run("preview", { [grace]: 120 })).changes).toEqual(same);
    await run("up", { [grace]: 90 });
    expect(await settings()).toEqual({ ...(await defaults()), [grace]: 90, [account]: "by hand" });
    await run("up");
    expect(await settings()).toEqual({ ...(await defaults()), [account]: "by hand" });
  });

  test("that the program names and somebody else has changed are seen by a refresh and corrected", async () => {
    await run("up", { [grace]: 120 });
    await byHand({ [grace]: 30 });
    await run("refresh");
    expect(await requests(platform)).toMatchObject({ [`GET ${route} 200`]: 1 });
    expect((await stack.resource("web")).outputs.advancedSettings).toEqual({ [grace]: 30 });
    expect((await run("up", { [grace]: 120 })).changes).toEqual(update);
    expect(await settings()).toMatchObject({ [grace]: 120 });
  });

  test.each([
    ["deployment.termination_grace_period_second", 1, `did you mean ${grace}?`],
    [grace, "120", 'must be an integer; got "120"'],
    [readOnly, 1, "must be true or false; got 1"],
    [account, true, "must be a string; got true"],
    [affinity, "zone", 'must be an object; got "zone"'],
    [grace, [1], "must be a string, true or false, an integer, or an object"],
  ])("that the platform doesn't have are refused before anything is written: %s", async (name, value, says) => {
    await forgetRequests(platform);
    for (const step of ["preview", "up"] as const) {
      const output = await stack.fails(step, program({ [name]: value }));
      expect(output).toContain("AP1203");
      expect(output).toContain(`advancedSettings.${name} must be`);
      expect(output).toContain(says);
    }
    expect(await writes(platform)).toEqual([]);
    await run("up");
    await forgetRequests(platform);
    expect(await stack.fails("preview", program({ [name]: value }, "Container", { cpu: 900 }))).toContain(says);
    expect(await writes(platform)).toEqual([]);
  });

  test("that depend on another resource are checked when they are known", async () => {
    const dependent = (name: string) => () => {
      const { id } = declare("Container", "other", {
        ...records.Container.lifecycle.args(platform.ids),
        name: "other",
      });
      program({ [name]: id })();
    };
    expect((await stack.run("preview", dependent(account))).changes).toEqual({ create: 3 });
    expect(await stack.fails("preview", dependent("security.service_account_nam"))).toContain(
      `did you mean ${account}?`,
    );
    expect((await stack.run("preview", dependent(grace))).changes).toEqual({ create: 3 });
    expect(await stack.fails("up", dependent(grace))).toContain(`advancedSettings.${grace} must be an integer`);
  });

  test.each(["401", "404", "500", "html-200", "reset"])(
    "are not checked at preview if the defaults are a %s",
    async (fault) => {
      const rules = [{ match: { method: "GET", route: "/defaultContainerAdvancedSettings" }, fault }];
      await platform.request("PUT", "/_local/faults", { body: { rules } });
      const { changes, output } = await run("preview", { "no.such.setting": 1 });
      expect(changes).toEqual({ create: 2 });
      expect(output).not.toContain("AP");
      await platform.request("DELETE", "/_local/faults");
      expect(await stack.fails("preview", program({ "no.such.setting": 1 }))).toContain("AP1203");
    },
  );

  test("are not checked at preview on a platform that is away, which is asked once", async () => {
    const away = await openStack(platform, {
      env: { APP_PLATFORM_ENDPOINTS: "extended", APP_PLATFORM_BASE_URL: "http://127.0.0.1:9" },
    });
    const many = () => {
      for (const name of ["one", "two", "three"]) {
        const args = { ...records.Container.lifecycle.args(platform.ids), name };
        declare("Container", name, { ...args, advancedSettings: { "no.such.setting": 1 } });
      }
    };
    const { changes, output } = await away.run("preview", many);
    expect(changes).toEqual({ create: 4 });
    expect(output).not.toContain("Waiting for");
    await away.close();
  });

  test("stay as they were on a platform that has no such call", async () => {
    await run("up", { [grace]: 120 });
    const rules = [{ match: { method: "GET", route }, fault: "404" }];
    await platform.request("PUT", "/_local/faults", { body: { rules } });
    expect((await run("refresh")).changes).toEqual(same);
    expect((await run("preview", { [grace]: 120 })).changes).toEqual(same);
  });
});
