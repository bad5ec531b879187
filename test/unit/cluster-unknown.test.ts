/** GitOps settings that a read does not find are gone only if the platform still knows their cluster. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { argoCdConfig } from "../kinds/argoCdConfig/fixture.js";
import { ids } from "../kinds/shared/ids.js";
import { failureOf, lifecycle, type PretendPlatform, pretendPlatform } from "./pretend-platform.js";

let platform: PretendPlatform;
beforeAll(async () => {
  platform = await pretendPlatform();
});
beforeEach(() => platform.reset());
afterAll(() => platform.close());

const path = `/cluster/${ids.cluster}/argoCdConfig`;
const clusters = `GET /organization/${ids.organization}/cluster`;
const located = { ...argoCdConfig.outputs, organizationId: ids.organization, __managed: "argocdUrl" };
const cycle = () => lifecycle("ArgoCdConfig", platform.url, { endpoints: "extended" });
const args = { ...argoCdConfig.program, ...argoCdConfig.path };

describe("GitOps settings that are not found", () => {
  it("are gone if the cluster is still known", async () => {
    platform.on(clusters, [200, { results: [{ id: ids.cluster }] }]);
    expect(await cycle().read(ids.argoCdConfig, located)).toEqual({ id: "", props: {} });
  });

  it("stay in the state if the organization has no such cluster", async () => {
    platform.on(clusters, [200, { results: [{ id: ids.helm }] }]);
    const failure = await failureOf(cycle().read(ids.argoCdConfig, located));
    expect(failure.code).toBe("AP2012");
    expect(failure.message).toContain("the organization has no such cluster");
  });

  it("stay in the state if the platform does not know the organization", async () => {
    expect((await failureOf(cycle().read(ids.argoCdConfig, located))).code).toBe("AP3003");
  });

  it("stay in the state if the organization is not given, and the error says how to give it", async () => {
    const failure = await failureOf(cycle().read(ids.argoCdConfig, argoCdConfig.outputs));
    expect(failure.code).toBe("AP2012");
    expect(failure.message).toContain("give `organizationId`");
  });

  it("are saved again by an update, whose response tells whether the cluster is known", async () => {
    platform.on(`POST ${path}`, [200, argoCdConfig.response]);
    await cycle().update(ids.argoCdConfig, argoCdConfig.outputs, { ...args, argocdToken: "hunter3" });
    expect(platform.lines()).toEqual([`GET ${path}`, `POST ${path}`]);
  });

  it("are gone after a delete that the platform accepted", async () => {
    platform.on(`DELETE ${path}`, [204]);
    await cycle().delete(ids.argoCdConfig, argoCdConfig.outputs);
    expect(platform.lines()).toEqual([`DELETE ${path}`, `GET ${path}`]);
  });

  it("stay in the state after a delete that found nothing either", async () => {
    expect((await failureOf(cycle().delete(ids.argoCdConfig, argoCdConfig.outputs))).code).toBe("AP2012");
  });
});
