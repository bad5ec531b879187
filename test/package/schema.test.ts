import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { definitions } from "../../provider/kinds/index.js";
import { pulumiEnvironment } from "../../tools/fetch/pulumi-cli/environment.js";
import { address } from "../../tools/release/address.js";

const text = readFileSync(join(__dirname, "../../provider/generated/schema.json"), "utf8");

interface Property {
  readonly description?: string;
  readonly secret?: boolean;
  readonly willReplaceOnChanges?: boolean;
}
type Properties = Readonly<Record<string, Property>>;

const schema = JSON.parse(text) as {
  readonly pluginDownloadURL: string;
  readonly provider: { readonly inputProperties: Properties };
  readonly types: Readonly<Record<string, { readonly properties?: Properties; readonly required?: string[] }>>;
  readonly resources: Readonly<
    Record<
      string,
      { readonly inputProperties: Properties; readonly requiredInputs: string[]; readonly properties: Properties }
    >
  >;
};
const resourceOf = (kind: string) => schema.resources[`app-platform:index:${kind}`];

describe("schema of the native provider", () => {
  it.each([
    ["passes pulumi schema check", text, true, /^$/],
    [
      "fails pulumi schema check with an unknown type",
      text.replace("index:Healthchecks", "index:None"),
      false,
      /index:None/,
    ],
  ])("%s", async (_, input, isGood, says) => {
    const env = await pulumiEnvironment();
    const { status, stderr } = spawnSync("pulumi", ["schema", "check", "-"], { env, input, encoding: "utf8" });
    expect([status === 0, stderr]).toEqual([isGood, expect.stringMatching(says)]);
  });

  it.each(definitions)("has all arguments, outputs, secrets and replacing arguments of $kind", (definition) => {
    const { kind, args, outputs, derived, pathArgs } = definition;
    const resource = resourceOf(kind);
    expect(Object.keys(resource?.inputProperties ?? {})).toEqual(Object.keys(args));
    expect(Object.keys(resource?.properties ?? {})).toEqual(Object.keys({ ...args, ...outputs, ...derived }));
    const marked = (form: Properties = {}) => Object.keys(form).filter((name) => form[name]?.secret);
    const secretsIn = (fields: typeof args) => Object.keys(fields).filter((name) => fields[name]?.secret === true);
    expect(marked(resource?.inputProperties)).toEqual(secretsIn(args));
    expect(marked(resource?.properties)).toEqual(secretsIn({ ...args, ...outputs }));
    for (const name of pathArgs) expect(resource?.inputProperties[name]?.willReplaceOnChanges, name).toBe(true);
  });

  it("has the releases of the project as pluginDownloadURL", () => {
    expect(schema.pluginDownloadURL).toBe(`${address.repository}/releases/download/v\${VERSION}`);
  });

  it("has no default values of arguments, which Pulumi would manage", () => {
    const { config, ...rest } = JSON.parse(text);
    expect(JSON.stringify(rest)).not.toMatch(/"default(Info)?":/);
    expect(JSON.stringify(config)).not.toContain('"default":');
  });

  it("names the environment variable of token, and none of connections", () => {
    const { token, connections } = JSON.parse(text).config.variables;
    expect(token.defaultInfo).toEqual({ environment: ["APP_PLATFORM_TOKEN"] });
    expect(connections).not.toHaveProperty("defaultInfo");
  });

  it("has homepage, repository, publisher and logo, and describes imports", () => {
    const { homepage, repository, publisher, keywords, logoUrl, resources } = JSON.parse(text);
    const from = [address.site, address.repository, "owner", `${address.site}icon.svg`];
    expect([homepage, repository, publisher, logoUrl]).toEqual(from);
    expect(keywords).toEqual(expect.arrayContaining(["category/cloud", "kind/native"]));
    const withoutImport = Object.keys(resources).filter((token) => !resources[token].description.includes("## Import"));
    const expected = ["ArgoCdDestinationCluster", "DeploymentTrigger"].map((kind) => `app-platform:index:${kind}`);
    expect(withoutImport.sort()).toEqual(expected);
  });

  it("shows a program of each lookup in every language", () => {
    const { functions } = JSON.parse(text);
    const descriptions = Object.values(functions as Record<string, { readonly description: string }>);
    const missing = descriptions.flatMap(({ description }) =>
      ["typescript", "python", "go", "java", "yaml"].filter((each) => !description.includes(`\`\`\`${each}\n`)),
    );
    expect([missing, descriptions.length > 35]).toEqual([[], true]);
  });

  it("exports the number of results in Java, which can't export lists of objects", () => {
    const { functions } = JSON.parse(text);
    const { description } = functions["app-platform:index:getContainers"];
    expect(description).toContain('ctx.export("containers", found.applyValue(result -> result.containers().size()))');
  });

  it("requires outputs that are fixed at creation", () => {
    const { required } = JSON.parse(text).resources["app-platform:index:Container"];
    expect(required).toEqual(expect.arrayContaining(["createdAt", "serviceType"]));
    expect(required).not.toContain("updatedAt");
  });

  it("describes every property", () => {
    const objects = [
      schema.provider.inputProperties,
      ...Object.values(schema.types).map(({ properties = {} }) => properties),
      ...Object.values(schema.resources).flatMap((each) => [each.inputProperties, each.properties]),
    ];
    const silent = objects.flatMap((each) => Object.keys(each).filter((name) => !each[name]?.description));
    expect(silent).toEqual([]);
    expect(objects.length).toBeGreaterThan(50);
  });

  it("requires only what a clone requires, and no exclusive alternative", () => {
    expect(resourceOf("Container")?.requiredInputs).toEqual(["environmentId"]);
    expect(schema.types["app-platform:index:JobSource"]?.required).toEqual([]);
  });

  it("has separate types with the members that only responses have", () => {
    const members = (name: string) => Object.keys(schema.types[`app-platform:index:${name}`]?.properties ?? {});
    expect(members("AnnotationsGroupReference")).toEqual(["id"]);
    expect(members("AnnotationsGroupReferenceResult")).toContain("annotations");
  });
});
