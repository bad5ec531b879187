import * as pulumi from "@pulumi/pulumi";
import { beforeAll, expect, it } from "vitest";
import { website } from "../website";

// #region mocks
const declared: pulumi.runtime.MockResourceArgs[] = [];
const ids = {
  environmentId: "e0a1b2c3-d4e5-4f60-8a1b-2c3d4e5f6003",
  registryId: "4e615714-7092-4eb4-af30-a12c4e608d0a",
};

beforeAll(async () => {
  await pulumi.runtime.setMocks({
    newResource: (args) => {
      declared.push(args);
      return { id: `${args.name}-id`, state: args.inputs };
    },
    call: () => ({}),
  });
});

it("gives the image tag to the container", async () => {
  const { web } = website({ ...ids, tag: "1.27" });
  expect(await new Promise((resolve) => web.tag.apply(resolve))).toBe("1.27");
  expect(declared.map(({ name }) => name)).toContain("web");
});

it("refuses a tag that moves", () => {
  expect(() => website({ ...ids, tag: "latest" })).toThrow("tag must name a version");
});
// #endregion mocks
