import * as pulumi from "@pulumi/pulumi";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import * as sdk from "../../../sdk/index.js";
import { ids } from "../../kinds/shared/ids.js";
import { known, mockResources } from "../support/mocked-engine.js";

class AwsProvider extends pulumi.ProviderResource {
  constructor(name: string) {
    super("aws", name, {});
  }
}

beforeAll(mockResources);
afterEach(() => vi.restoreAllMocks());

it("a component's providers for other packages cause no warning", async () => {
  const warn = vi.spyOn(pulumi.log, "warn");
  const aws = new AwsProvider("aws");
  const args = { environmentId: ids.environment, type: "REDIS", version: "7", mode: "CONTAINER" } as const;
  for (const [name, options] of Object.entries({ one: { providers: [aws] }, two: { provider: aws } })) {
    const parent = new pulumi.ComponentResource("acme:index:Shop", name, {}, options);
    await known(new sdk.Database(`${name}-db`, args, { parent }).id);
  }
  expect(warn).not.toHaveBeenCalled();
});
