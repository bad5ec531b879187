import { expect, it } from "vitest";
import { readView } from "../../../../cli/environment/environmentView.js";
import { serviceKinds } from "../../../../cli/environment/services.js";
import { statusLines } from "../../../../cli/environment/statusTable.js";
import { referenceName } from "../../../../provider/definition/references.js";
import { ids } from "../../../kinds/shared/ids.js";
import { connected, fakePlatform } from "../../support/fake-platform.js";
import { siteOf } from "../../support/static-site.js";

const platform = fakePlatform();

it("status lists resources of a kind that isn't a service below the services, with no state", async () => {
  const ofEnvironment = (segment: string) => `GET /environment/${ids.environment}/${segment}`;
  for (const kind of serviceKinds) platform.on(ofEnvironment(referenceName(kind) ?? ""), [200, { results: [] }]);
  platform.on(ofEnvironment("container"), [200, { results: [{ id: ids.container, name: "web" }] }]);
  platform.on(ofEnvironment("statuses"), [200, { environment: { id: ids.environment, state: "READY" } }]);
  platform.on(ofEnvironment("staticSite"), [200, { results: [{ id: "1", domain: "docs.x" }] }]);
  const { platform: here } = connected(platform.url, { endpoints: "extended" });
  const view = await readView(here, ids.environment, [siteOf("full")]);
  expect(view.others).toEqual([{ kind: "StaticSite", id: "1", name: "docs.x" }]);
  const lines = statusLines(view, Date.now()).map((line) => line.split(/ {2,}/).join(" "));
  expect(lines.slice(-2)).toEqual([expect.stringMatching(/^Container web /), "StaticSite docs.x – – – –"]);
});
