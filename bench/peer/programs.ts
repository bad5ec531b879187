/** The same containers and databases for each of the ways to declare them. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { folderOf } from "../../tools/fetch/languages/programs.js";
import { nativeFolder } from "../native.js";
import type { Written } from "../stacks/project.js";

/** What the programs name of the platform. */
export interface Ids {
  readonly environment: string;
  readonly registry: string;
}

const indices = (count: number) => Array.from({ length: count }, (_, index) => index);

/** What a program declares: some containers with this image tag, and a database for each ten of them. */
export interface Declared {
  readonly containers: number;
  readonly tag: string;
}

const databasesOf = (containers: number) => Math.floor(containers / 10);

export type WriteProgram = (folder: string, ids: Ids, declared: Declared) => Promise<Written>;

/** A program in YAML. */
export const writeYaml: WriteProgram = async (folder, { environment, registry }, { containers, tag }) => {
  const container = (index: number) => ({
    type: "app-platform:Container",
    properties: {
      environmentId: environment,
      registryId: registry,
      name: `web-${index}`,
      imageName: "library/nginx",
      tag,
      ports: [{ internalPort: 80, publiclyAccessible: true }],
      healthchecks: {},
      variables: { COLOR: "blue", INDEX: `${index}`, TAG: tag },
      secretVariables: { PASSWORD: { "fn::secret": `password-${index}` } },
    },
  });
  const database = (index: number) => ({
    type: "app-platform:Database",
    properties: {
      environmentId: environment,
      name: `db-${index}`,
      type: "POSTGRESQL",
      version: "16",
      mode: "CONTAINER",
    },
  });
  const resources = Object.fromEntries([
    ...indices(containers).map((index) => [`web-${index}`, container(index)]),
    ...indices(databasesOf(containers)).map((index) => [`db-${index}`, database(index)]),
  ]);
  mkdirSync(join(folder, "program"), { recursive: true });
  writeFileSync(join(folder, "program/Main.yaml"), JSON.stringify({ resources }));
  const host = await folderOf("pulumi-language-yaml");
  const plugins = { providers: [{ name: "app-platform", path: nativeFolder }] };
  return { runtime: { name: "yaml" }, main: "program", plugins, host };
};

/** A program in TypeScript with dynamic resources. It reads from its environment what it names. */
export const writeTypeScript: WriteProgram = async (folder, _ids, { containers }) => {
  const compilerOptions = { module: "nodenext", moduleResolution: "nodenext", target: "es2022", types: ["node"] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
  writeFileSync(
    join(folder, "index.ts"),
    `import * as pulumi from "@pulumi/pulumi";
import { Container, Database } from "pulumi-app-platform";
const { ENVIRONMENT: environmentId = "", REGISTRY: registryId = "", TAG: tag = "" } = process.env;
for (let index = 0; index < ${containers}; index++) {
  new Container(\`web-\${index}\`, {
    environmentId,
    registryId,
    name: \`web-\${index}\`,
    imageName: "library/nginx",
    tag,
    ports: [{ internalPort: 80, publiclyAccessible: true }],
    healthchecks: {},
    variables: { COLOR: "blue", INDEX: \`\${index}\`, TAG: tag },
    secretVariables: { PASSWORD: pulumi.secret(\`password-\${index}\`) },
  });
}
for (let index = 0; index < ${databasesOf(containers)}; index++) {
  new Database(\`db-\${index}\`, { environmentId, name: \`db-\${index}\`, type: "POSTGRESQL", version: "16", mode: "CONTAINER" });
}
`,
  );
  return { runtime: { name: "nodejs" }, main: "index.ts" };
};

/** @param provider The name of a platform's provider, with which the names of its types begin. */
export const terraformProgram = (provider: string, containers: number) => `terraform {
  required_providers {
    ${provider} = { source = "example/${provider}" }
  }
}

variable "environment" { type = string }
variable "registry" { type = string }
variable "tag" { type = string }
variable "token" { type = string }

provider "${provider}" {
  token = var.token
}

resource "${provider}_container" "web" {
  count          = ${containers}
  environment_id = var.environment
  registry_id    = var.registry
  name           = "web-\${count.index}"
  image_name     = "library/nginx"
  tag            = var.tag
  healthchecks   = {}
  ports = [
    { name = "p80", internal_port = 80, external_port = 443, publicly_accessible = true, protocol = "HTTP", is_default = true },
  ]
  environment_variables = [
    { key = "COLOR", value = "blue" },
    { key = "INDEX", value = tostring(count.index) },
    { key = "TAG", value = var.tag },
  ]
  secrets = [{ key = "PASSWORD", value = "password-\${count.index}" }]
}

resource "${provider}_database" "db" {
  count          = ${databasesOf(containers)}
  environment_id = var.environment
  name           = "db-\${count.index}"
  type           = "POSTGRESQL"
  version        = "16"
  mode           = "CONTAINER"
}
`;
