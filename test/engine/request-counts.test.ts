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

test("services with four variables each are two requests each", async () => {
  await forgetRequests(platform);
  await stack.run("up", () => {
    for (let index = 0; index < count; index++) {
      const variables = { A: "1", B: `${index}`, C: "3", TOKEN: pulumi.secret("s3cr3t-canary-4711") };
      new Container(`service-${index}`, containerArgs(platform, { name: `service-${index}`, variables }));
    }
  });
  expect(await requests(platform)).toEqual({ [`POST ${all} 201`]: count, "POST /variable/import 201": count });
  await stack.run("destroy");
});

test("a create is one request for each resource", async () => {
  expect(await requestsOf("up", "1")).toEqual({ [`POST ${all} 201`]: count });
});

test("a preview that refreshes is one list, and nothing else if nothing has changed", async () => {
  expect(await requestsOf("preview", "1", { refresh: true })).toEqual({ [`GET ${all} 200`]: 1 });
});

test("an update writes each resource once, and one list reads all that are updated at the same time", async () => {
  const { [`PUT ${one} 200`]: writes, ...reads } = await requestsOf("up", "2");
  expect(writes).toBe(count);
  expect(Object.values(reads).reduce((sum, each) => sum + each, 0)).toBeLessThan(count);
});

test("a destroy reads what each resource contains, deletes it, and confirms by a list that it's gone, or by a read if there is no list", async () => {
  const { [`GET ${one} 404`]: alone = 0, [`GET ${all} 200`]: lists = 0, ...others } = await requestsOf("destroy", "2");
  expect(others).toEqual({
    "GET /variable 200": count,
    [`GET ${one}/customDomain 200`]: count,
    [`DELETE ${one} 204`]: count,
  });
  expect(alone + lists).toBeGreaterThan(0);
  expect(alone + lists).toBeLessThanOrEqual(count);
});
