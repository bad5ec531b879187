import { describe, expect, it } from "vitest";
import { sameText } from "../../provider/schema/normalForm.js";
import { argsOf, container, ids, job } from "../kinds/fixtures.js";
import type { StringField } from "../provider.js";
import { failureOf, lifecycle, pretendPlatform } from "./pretend-platform.js";

const nowhere = "http://127.0.0.1:9";
const field = (facts: Partial<StringField>): StringField => ({
  type: "string",
  description: "",
  required: true,
  ...facts,
});

const [composed, decomposed] = ["caf\u00e9", "cafe\u0301"];

describe("two values of a string field", () => {
  it.each<[string, Partial<StringField>, string, string]>([
    ["UUIDs in another case", { format: "guid" }, ids.container, ids.container.toUpperCase()],
    ["names in another case", { compared: "ignoring case" }, " Web", "web "],
    ["names in another Unicode form", { compared: "ignoring case" }, composed, decomposed.toUpperCase()],
    ["texts with surrounding whitespace", {}, "release", " release\n"],
    ["texts in another Unicode form", {}, composed, decomposed],
    ["time zones in another case", { format: "timezone" }, "Europe/Paris", "europe/paris"],
    ["a time zone and a link to it", { format: "timezone" }, "Asia/Kolkata", "Asia/Calcutta"],
    ["the names of UTC", { format: "timezone" }, "Etc/UTC", "UTC"],
    ["URLs with a slash at the end", { format: "url" }, "https://acme.io/tools", "https://acme.io/tools/"],
    ["URLs with a default port", { format: "url" }, "https://ACME.io:443", "https://acme.io"],
    ["URLs of repositories", { format: "gitUrl" }, "https://GitHub.com/acme/a.git", "https://github.com/acme/a.git"],
    ["cron expressions", { format: "cron" }, " 0  4 * * MON", "0 4 * * mon"],
  ])("%s are the same", (_, facts, one, other) => {
    expect(sameText(field(facts), one, other)).toBe(true);
    expect(sameText(field(facts), other, one)).toBe(true);
  });

  it.each<[string, Partial<StringField>, string, string]>([
    ["verbatim texts with surrounding whitespace", { compared: "verbatim" }, "a", "a\n"],
    ["verbatim texts in another Unicode form", { compared: "verbatim" }, composed, decomposed],
    ["secrets with surrounding whitespace", { secret: true }, "a", "a "],
    ["values that may be secret", { secret: { unless: "secret" } }, "a", "a "],
    ["texts in another case", {}, "Release", "release"],
    ["paths of URLs in another case", { format: "url" }, "https://acme.io/A", "https://acme.io/a"],
    ["URLs with another query", { format: "url" }, "https://acme.io/?a=1", "https://acme.io/?a=1/"],
    ["time zones of different places", { format: "timezone" }, "Europe/Paris", "Europe/Berlin"],
  ])("%s differ", (_, facts, one, other) => {
    expect(sameText(field(facts), one, other)).toBe(false);
  });
});

describe.each(["documented", "extended"] as const)("with the %s endpoints,", (endpoints) => {
  it("UUIDs in upper case aren't a change and replace nothing, in paths, references and keys of arrays", async () => {
    const [environmentId, registryId, id] = [ids.environment, ids.registry, ids.annotationsGroup].map((each) =>
      each.toUpperCase(),
    ) as [string, string, string];
    const wanted = { ...argsOf(container), environmentId, registryId, annotationsGroups: [{ id }] };
    const { diff } = lifecycle("Container", nowhere, { endpoints });
    expect(await diff(ids.container, container.outputs, wanted)).toEqual({ changes: false });
  });

  it("a time zone in another spelling isn't a change", async () => {
    const { cronjob } = job.program.schedule as { cronjob: object };
    const schedule = { cronjob: { ...cronjob, timezone: "europe/PARIS" } };
    const { diff } = lifecycle("Job", nowhere, { endpoints });
    expect(await diff(ids.job, job.outputs, { ...argsOf(job), schedule })).toEqual({ changes: false });
  });
});

describe("the same group twice", () => {
  it("is refused, also in another case", async () => {
    const annotationsGroups = [{ id: ids.annotationsGroup }, { id: ids.annotationsGroup.toUpperCase() }];
    const reasons = await lifecycle("Container", nowhere).check({ ...argsOf(container), annotationsGroups });
    expect(reasons.join()).toContain("annotationsGroups[1].id must be unique in the list");
  });
});

describe("the ID of a port", () => {
  const cycle = lifecycle("Container", nowhere, { endpoints: "extended" });
  const withId = (id: string) => ({
    ...argsOf(container),
    ports: [{ id, internalPort: 8080, publiclyAccessible: true }],
  });

  it("is refused for a new resource", async () => {
    expect(await cycle.check(withId(ids.port))).toEqual([
      `AP1203: Container "web": ports[0].id must be omitted: the platform assigns it; got "${ids.port}".`,
    ]);
  });

  it("is refused for a clone, whose ports get new IDs", async () => {
    const reasons = await cycle.check({ ...withId(ids.port), cloneFrom: ids.container });
    expect(reasons.join()).toContain("ports[0].id must be omitted");
  });

  it("is accepted by an update if the platform assigned it, in any case", async () => {
    const ports = (container.outputs.ports as { id: string }[]).map((port) => ({ ...port, id: port.id.toUpperCase() }));
    const args = { ...argsOf(container), ports };
    expect(await cycle.check(args, argsOf(container))).toEqual([]);
    expect(await cycle.diff(ids.container, container.outputs, args)).toEqual({ changes: false });
  });

  it("is refused by an update if the platform did not assign it", async () => {
    const failure = await failureOf(cycle.diff(ids.container, container.outputs, withId(ids.storage)));
    expect(failure.code).toBe("AP1203");
    expect(failure.message).toContain(
      `ports[0].id must be omitted, or be an ID that the platform assigned: ${ids.port}, ${ids.secondPort}`,
    );
  });
});

describe("an ID in upper case", () => {
  const platform = pretendPlatform();

  it("adopts the resource under the ID that the platform uses", async () => {
    platform.on(`GET /container/${ids.container}`, [200, container.response]);
    const cycle = lifecycle("Container", platform.url, { endpoints: "extended" });
    const adopted = await cycle.create({ ...argsOf(container), adoptId: ids.container.toUpperCase() });
    expect(adopted.id).toBe(ids.container);
    expect(platform.lines()).toEqual([`GET /container/${ids.container}`, `GET /container/${ids.container}/link`]);
  });

  it("is the same service for a deployment, which selects each service once", async () => {
    const args = { environmentId: ids.environment, databases: [ids.database, ids.database.toUpperCase()] };
    const reasons = await lifecycle("DeploymentTrigger", nowhere).check(args);
    expect(reasons.join()).toContain("databases[1] must be selected only once");
  });
});
