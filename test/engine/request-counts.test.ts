import * as pulumi from "@pulumi/pulumi";
import { Container } from "pulumi-app-platform";
import { expect, test } from "vitest";
import { containerArgs } from "./support/declare.js";
import { forgetRequests, requests } from "./support/journal.js";
import { opened } from "./support/opened.js";
import type { Step, StepOptions } from "./support/test-stack.js";

const { platform, stack } = opened({ endpoints: "extended" });

const count = 20;

const containers = (tag: string) => () => {
  for (let index = 0; index < count; index++) new Container(`web-${index}`, containerArgs(platform, { tag }));
};

async function requestsOf(step: Step, tag: string, options: StepOptions = {}): Promise<Record<string, number>> {
  await forgetRequests(platform);
  await stack.run(step, containers(tag), options);
  return requests(platform);
}

const [one, all] = ["/container/{containerId}", "/environment/{environmentId}/container"];

/** How many lists simultaneous creates share, in which they find internal hosts. */
const hosts = "GET /variable 200";

test("requests: parallel creates with variables send two POSTs each, and share the lists of internal hosts", async () => {
  await forgetRequests(platform);
  await stack.run("up", () => {
    for (let index = 0; index < count; index++) {
      const variables = { A: "1", B: `${index}`, C: "3", TOKEN: pulumi.secret("s3cr3t-canary-4711") };
      new Container(`service-${index}`, containerArgs(platform, { name: `service-${index}`, variables }));
    }
  });
  const { [hosts]: lists, ...others } = await requests(platform);
  expect(others).toEqual({ [`POST ${all} 201`]: count, "POST /variable/import 201": count });
  expect(lists).toBeLessThan(count);
  await stack.run("destroy");
});

test("requests: parallel creates send one POST each, and share the lists of internal hosts", async () => {
  const { [hosts]: lists, ...others } = await requestsOf("up", "1");
  expect(others).toEqual({ [`POST ${all} 201`]: count });
  expect(lists).toBeLessThan(count);
});

test("requests: a preview with --refresh sends only one list if nothing has changed", async () => {
  expect(await requestsOf("preview", "1", { refresh: true })).toEqual({ [`GET ${all} 200`]: 1 });
});

test("requests: parallel updates send one PUT each, and share their reads", async () => {
  const { [`PUT ${one} 200`]: writes, ...reads } = await requestsOf("up", "2");
  expect(writes).toBe(count);
  expect(Object.values(reads).reduce((sum, each) => sum + each, 0)).toBeLessThan(count);
});

test("requests: a destroy sends two reads of contents, one DELETE and at most one confirmation each", async () => {
  const { [`GET ${one} 404`]: alone = 0, [`GET ${all} 200`]: lists = 0, ...others } = await requestsOf("destroy", "2");
  expect(others).toEqual({
    "GET /variable 200": count,
    [`GET ${one}/customDomain 200`]: count,
    [`DELETE ${one} 204`]: count,
  });
  expect(alone + lists).toBeGreaterThan(0);
  expect(alone + lists).toBeLessThanOrEqual(count);
});
