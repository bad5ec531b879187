import * as pulumi from "@pulumi/pulumi";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import * as sdk from "../../../sdk/index.js";
import { ids } from "../../kinds/shared/ids.js";
import { known, mockResources } from "../support/mocked-engine.js";

class AwsProvider extends pulumi.ProviderResource {
  constructor(name: string) {
    super("aws", name, {});
  }
}

const args = { environmentId: ids.environment, type: "REDIS", version: "7", mode: "CONTAINER" } as const;
/** A database in a component with these options. */
function databaseIn(name: string, options: pulumi.ComponentResourceOptions, own: pulumi.CustomResourceOptions = {}) {
  const parent = new pulumi.ComponentResource("acme:index:Shop", name, {}, options);
  return new sdk.Database(`${name}-db`, args, { parent, ...own });
}

const warnings: string[] = [];
beforeAll(mockResources);
beforeEach(() => {
  warnings.length = 0;
  vi.spyOn(pulumi.log, "warn").mockImplementation(async (text) => void warnings.push(text));
});
afterEach(() => vi.restoreAllMocks());

it("a component's providers for other packages cause no warning", async () => {
  const aws = new AwsProvider("aws");
  const databases = [databaseIn("one", { providers: [aws] }), databaseIn("two", { provider: aws })];
  for (const { id } of databases) await known(id);
  expect(warnings).toEqual([]);
});

it("the option `provider` of a resource causes one warning in a program", async () => {
  const provider = new AwsProvider("aws-2");
  await known(databaseIn("three", {}, { provider }).id);
  await known(databaseIn("four", {}, { provider }).id);
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toMatch(/^The option `provider` has no effect on resources and lookups of pulumi-app-platform: /);
});
