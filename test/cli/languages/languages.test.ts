/**
 * Programs in other languages, with what is released: the native provider as one executable, and the SDKs. Without `FULL=1`, only
 * YAML, which needs no SDK and no Node.js: the others take minutes to build what they run with.
 */
import { execFile, execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { extract } from "tar";
import { beforeAll, describe, expect, it } from "vitest";
import { folderWith } from "../../../cli/pulumi/findPulumi.js";
import { apiObject } from "../../../provider/kinds/apiObject/apiObject.js";
import { folderOf, pythonPackages } from "../../../tools/fetch/languages/programs.js";
import { pulumiInstallation } from "../../../tools/fetch/pulumi-cli/environment.js";
import { allExamples, languages, projectName } from "../../../tools/generate/languages/programs.js";
import { type Member, type Statement, settingsOf, statementsOf } from "../../../tools/generate/languages/statements.js";
import { writeExecutable } from "../../../tools/release/executable.js";
import { writeGoModule } from "../../../tools/release/goModule.js";
import { programPom } from "../../../tools/release/javaProject.js";
import { writeSdks } from "../../../tools/release/sdks.js";
import { openObjectServer } from "../../engine/support/object-server.js";
import { kindNames } from "../../kinds/index.js";
import { openedPlatform } from "../../platform/support/opened.js";
import { isFull } from "../../support/full.js";
import { openedFolder } from "../../support/opened-folder.js";
import { settingsOn } from "../support/examples/settings.js";
import { openProject, type ProjectFolder } from "../support/project-folder.js";
import { startServer } from "../support/servers.js";

const version = "0.1.0";
const read = settingsOf(allExamples());
/** The secrets that the examples read. */
const secrets = Object.fromEntries(read.flatMap(({ name, isSecret }) => (isSecret ? [[name, `s3cret-${name}`]] : [])));
/** The resources of the examples, and their stack. */
const count = allExamples().filter((each) => each.is === "resource" && each.id === undefined).length + 1;

const home = openedFolder("languages");
const release = join(home, "release");
let archive: string;
let path: string;
const platform = openedPlatform({ endpoints: "extended" });
const elsewhere = openedPlatform({ endpoints: "extended" });
let settings: Readonly<Record<string, string>>;

beforeAll(async () => {
  const names = read.flatMap(({ name, isSecret }) => (isSecret ? [] : [name]));
  settings = await settingsOn(platform, names);
  // The archive of a release is smaller, and takes three times as long.
  const [{ folder }, executable] = await Promise.all([pulumiInstallation(), writeExecutable(release, version, 1)]);
  archive = executable.archive;
  const yamlHost = folderWith("pulumi-language-yaml", [folder]) ?? (await folderOf("pulumi-language-yaml"));
  // No Node.js: the folders that have it are not on this path.
  path = [folder, yamlHost].join(delimiter);
  await installFromServer();
  if (isFull) await writeSdks(release, version);
});

/** Installs the executable from a plugin server, which has it where Pulumi looks for it, and which may have been changed. */
async function installFromServer(): Promise<void> {
  const server = await startServer(async (request, response) => {
    const file = await readFile(join(release, basename(request.url ?? "")));
    // Pulumi compares the length with what it has got.
    response.writeHead(200, { "content-length": file.length }).end(file);
  });
  const install = (archive: Buffer) => {
    const checksum = createHash("sha256").update(archive).digest("hex");
    const args = ["plugin", "install", "resource", "app-platform", version, "--server", server.url];
    const env = { PATH: path, PULUMI_HOME: home, HOME: home };
    return promisify(execFile)("pulumi", [...args, "--checksum", checksum], { env });
  };
  await expect(install(Buffer.from("another archive"))).rejects.toThrow(/checksum/);
  await install(await readFile(join(release, archive)));
  await server.close();
}

type Language = keyof typeof languages;

/** What a project in each language has beside its program, and what it needs on the path and in its environment. */
const prepare: Readonly<Record<Language, (folder: string) => Promise<NodeJS.ProcessEnv>>> = {
  yaml: async () => ({ PATH: path }),
  python: async () => {
    const installed = join(home, "python");
    const wheel = join(release, `pulumi_app_platform-${version}-py3-none-any.whl`);
    execFileSync("python3", ["-m", "pip", "install", "--quiet", "--no-deps", "--target", installed, wheel]);
    return {
      PATH: [path, await folderOf("pulumi-language-python"), process.env.PATH].join(delimiter),
      PYTHONPATH: [installed, await pythonPackages()].join(delimiter),
    };
  },
  go: async (folder) => {
    await writeGoModule(folder, projectName, release, version);
    expect(execFileSync("gofmt", ["-l", "."], { cwd: folder, encoding: "utf8" })).toBe("");
    execFileSync("go", ["vet", "."], { cwd: folder, env: { ...process.env, GOWORK: "off" } });
    return { PATH: [path, await folderOf("pulumi-language-go"), process.env.PATH].join(delimiter), GOWORK: "off" };
  },
  java: async (folder) => {
    const sdk = `pulumi-app-platform-${version}-java`;
    await extract({ file: join(release, `${sdk}.tar.gz`), cwd: home });
    // A repository of its own: the SDK of this checkout is not installed for the person who runs the tests.
    const env = { MAVEN_OPTS: `-Dmaven.repo.local=${join(home, "maven")}` };
    const install = ["--batch-mode", "--quiet", "--file", join(home, sdk), "install"];
    execFileSync("mvn", install, { env: { ...process.env, ...env } });
    await writeFile(join(folder, "pom.xml"), programPom(version));
    return { ...env, PATH: [path, await folderOf("pulumi-language-java"), process.env.PATH].join(delimiter) };
  },
};

async function opened(language: Language, program: string, env: Record<string, string> = {}): Promise<ProjectFolder> {
  const source = join(home, language);
  await mkdir(source, { recursive: true });
  await writeFile(join(source, "Pulumi.yaml"), `name: ${projectName}\nruntime: ${language}\n`);
  const file = join(source, languages[language].file);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, program);
  const prepared = await prepare[language](source);
  return openProject(source, platform, {
    ...(prepared as Record<string, string>),
    APP_PLATFORM_ENDPOINTS: "extended",
    PULUMI_HOME: home,
    ...env,
  });
}

const up = (project: ProjectFolder, ...more: string[]) => project.done("up", "--yes", "--skip-preview", ...more);
const stateOf = ({ state }: ProjectFolder) => readFile(join(state, `.pulumi/stacks/${projectName}/dev.json`), "utf8");
const revisionsIn = async (project: ProjectFolder) =>
  [...(await stateOf(project)).matchAll(/"__revision": *"(\w+)/g)].map(([, revision]) => revision);
const namesOf = async (kind: string) => {
  const { body } = await platform.request("GET", `/environment/${platform.ids.environment}/${kind}`);
  return body.results.map(({ name }: { name: string }) => name);
};

it("native provider is installed from a plugin server (--checksum refuses a changed archive) and from its file", async () => {
  const fromFile = join(home, "from-file");
  const archive = (await readdir(release)).find((name) => name.startsWith("pulumi-resource-")) ?? "";
  const install = ["plugin", "install", "resource", "app-platform", version, "--file", join(release, archive)];
  await promisify(execFile)("pulumi", install, { env: { PATH: path, PULUMI_HOME: fromFile, HOME: fromFile } });
  for (const each of [home, fromFile])
    expect(await readdir(join(each, "plugins"))).toContain(`resource-app-platform-v${version}`);
});

it("native provider ignores NODE_OPTIONS", async () => {
  const executable = join(home, "plugins", `resource-app-platform-v${version}`, "pulumi-resource-app-platform");
  const env = { NODE_OPTIONS: "--require ./missing.cjs --permission --not-an-option" };
  const child = spawn(executable, ["127.0.0.1:9"], { env, stdio: ["ignore", "pipe", "ignore"] });
  const [printed] = await Promise.race([once(child.stdout, "data"), once(child, "exit")]);
  child.kill("SIGKILL");
  expect(String(printed)).toMatch(/^\d+\n$/);
});

it("generated programs have examples of all kinds", () => {
  const declared = new Set(allExamples().flatMap((each) => (each.is === "resource" && !each.id ? [each.kind] : [])));
  expect([...declared].sort()).toEqual([...kindNames].sort());
});

const chosen = isFull ? (Object.keys(languages) as Language[]) : (["yaml"] as const);

describe.each(chosen)("program in %s", (language) => {
  it("manages all kinds from up to destroy", async () => {
    const { file, program } = languages[language];
    const project = await opened(language, program(allExamples()));
    const settingOptions = Object.entries(settings).flatMap(([name, value]) => ["--plaintext", `${name}=${value}`]);
    const secretly = Object.entries(secrets).flatMap(([name, value]) => ["--secret", `${name}=${value}`]);
    await project.done("config", "set-all", ...settingOptions, ...secretly);
    const before = [await namesOf("container"), await namesOf("database")];
    expect((await up(project)).summary).toEqual([`+ ${count} created`]);
    const revisions = await revisionsIn(project);

    const edited = join(project.folder, file);
    await writeFile(edited, (await readFile(edited, "utf8")).replace("1.27", "1.28"));
    expect((await project.done("preview", "--diff")).output).toMatch(/~ tag *: "1\.27" => "1\.28"/);
    expect((await up(project, "--refresh")).summary).toEqual(["~ 1 updated", `${count - 1} unchanged`]);

    // What starts from a snapshot could draw the same random numbers each time, and no trigger would notice a change.
    expect((await revisionsIn(project)).filter((each) => !revisions.includes(each))).toHaveLength(1);

    const state = await stateOf(project);
    for (const secret of Object.values(secrets)) expect(state).not.toContain(secret);
    await project.done("destroy", "--yes", "--skip-preview");
    expect([await namesOf("container"), await namesOf("database")]).toEqual(before);
    await project.close();
  });

  it("manages an ApiObject", async () => {
    const server = await openObjectServer();
    const { file, program } = languages[language];
    const env = { APP_PLATFORM_BASE_URL: server.url, APP_PLATFORM_ENDPOINTS: "documented" };
    const project = await opened(language, program(statementsOf(apiObject.example)), env);
    const settingOptions = ["--plaintext", "organizationId=acme", "--secret", "targetSecret=s3cret-hook"];
    await project.done("config", "set-all", ...settingOptions);
    expect((await up(project)).summary).toEqual(["+ 2 created"]);
    expect(server.webhooks).toMatchObject([{ values: { kind: "SLACK", events: ["DEPLOYED"] }, secret: "s3cret-hook" }]);
    const edited = join(project.folder, file);
    await writeFile(edited, (await readFile(edited, "utf8")).replace("SLACK", "TEAMS"));
    expect((await up(project)).summary).toEqual(["~ 1 updated", "1 unchanged"]);
    expect(server.webhooks).toMatchObject([{ values: { kind: "TEAMS", events: ["DEPLOYED"] }, secret: "s3cret-hook" }]);
    expect(await stateOf(project)).not.toContain("s3cret-hook");
    await project.done("destroy", "--yes", "--skip-preview");
    expect(server.webhooks).toEqual([]);
    await Promise.all([project.close(), server.close()]);
  });
});

describe.each(chosen)("lookups in %s", (language) => {
  const text = (name: string, value: string): Member => {
    const field = { type: "string", required: true, description: "" } as const;
    return [name, { is: "literal", value, field }];
  };
  const lookedUp = (called: string, shown: string, ...args: Member[]): Statement[] => [
    { is: "lookup", variable: called, function: called, args },
    { is: "export", name: called, value: { is: "result", of: called, name: shown, isList: shown.endsWith("s") } },
  ];

  it("get organizations, roles and deployments", async () => {
    const { organization, environment } = platform.ids;
    const request = (path: string, body: object) =>
      platform.request("POST", `/environment/${environment}/${path}`, { body });
    const engine = { type: "POSTGRESQL", version: "16", mode: "CONTAINER" };
    const { body: database } = await request("database", { name: `looked-up-${language}`, ...engine });
    await request("service/deploy", { databases: [database.id] });
    const statements = [
      ...lookedUp("getOrganization", "id", text("name", "local")),
      ...lookedUp("getOrganizations", "organizations"),
      ...lookedUp("getAvailableRole", "name", text("organizationId", organization), text("name", "viewer")),
      ...lookedUp("getDeployment", "triggerAction", text("environmentId", environment)),
    ];
    const project = await opened(language, languages[language].program(statements));
    await up(project);
    const { output } = await project.done("stack", "output", "--json");
    expect(JSON.parse(output)).toMatchObject({
      ...{ getOrganization: organization, getAvailableRole: "VIEWER", getDeployment: "DEPLOY" },
      // A program in Java exports how many there are.
      getOrganizations: language === "java" ? 1 : [{ name: "local", adminEmails: [expect.any(String)] }],
    });
    await project.close();
    await platform.request("DELETE", `/database/${database.id}`);
  });
});

it.each(isFull ? ["mypy", "pyright"] : [])(
  "%s accepts the programs in Python, and refuses a program with a wrong value",
  async (checker) => {
    const folder = join(home, `checked-by-${checker}`);
    await mkdir(folder);
    const { PYTHONPATH } = await prepare.python(folder);
    const accepts = async (program: string) => {
      await writeFile(join(folder, "__main__.py"), program);
      const env = { ...process.env, PYTHONPATH };
      return promisify(execFile)("python3", ["-m", checker, "__main__.py"], { cwd: folder, env }).then(
        () => "accepted",
        ({ stdout }: { readonly stdout: string }) => stdout,
      );
    };
    const program = languages.python.program(allExamples());
    expect(await accepts(program)).toBe("accepted");
    expect(await accepts(program.replace(/app_platform\.DatabaseType\.\w+/, '"postgres"'))).toMatch(/DatabaseType/);
  },
);

it("project in YAML imports resources with `pulumi import`, which names the masked value to add", async () => {
  const project = await opened("yaml", languages.yaml.program([]));
  const { environmentId, webId = "", dbId = "", clusterId = "" } = settings;
  const variable = { key: "TOKEN", value: "s3cret", is_secret: true, variable_scope: "CONTAINER" };
  const body = { ...variable, variable_parent_id: webId };
  const { id } = (await platform.request("POST", "/variable", { body })).body;
  const resources = [
    { type: "app-platform:index:Container", name: "web", id: webId },
    { type: "app-platform:index:Database", name: "data", id: `${environmentId}/${dbId}` },
    { type: "app-platform:index:Cluster", name: "cluster", id: `${platform.ids.organization}/${clusterId}` },
    { type: "app-platform:index:Variable", name: "token", id: `container/${webId}/${id}` },
  ];
  await writeFile(join(project.folder, "import.json"), JSON.stringify({ resources }));
  const how = ["--file", "import.json", "--generate-code=false", "--protect=false", "--yes", "--skip-preview"];
  const imported = await project.done("import", ...how);
  expect(imported.summary).toContain("= 4 imported");
  expect(imported.output).toContain("the platform masks value; add the value to your program");
  expect(imported.output).not.toMatch(/bug in|failed to validate|AP1203/);
  await project.close();
});

it("explicit provider named default in YAML has its own settings", async () => {
  const { ids, tokens, url } = elsewhere;
  const project = await opened(
    "yaml",
    `name: ${projectName}
runtime: yaml
resources:
  other:
    type: pulumi:providers:app-platform
    name: default
    properties: { baseUrl: "${url}", token: { fn::secret: "${tokens.admin}" }, endpoints: extended }
  there:
    type: app-platform:Project
    properties: { organizationId: ${ids.organization} }
    options: { provider: "\${other}" }
`,
  );
  await project.done("config", "set", "app-platform:maxConcurrentRequests", "4");
  await up(project);
  const projects = async () => {
    const { body } = await elsewhere.request("GET", `/organization/${ids.organization}/project`);
    return body.results.map(({ name }: { name: string }) => name);
  };
  expect(await projects()).toContain("there");
  await project.done("destroy", "--yes", "--skip-preview");
  expect(await projects()).not.toContain("there");
  await project.close();
});
