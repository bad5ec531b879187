/** The containers of the other projects, as Terraform declares them: with a provider for any REST API. */
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import type { Platform } from "../../test/platform/support/platform.js";
import { localFolder } from "../../tools/fetch/pulumi-cli/search.js";
import type { Binaries } from "./binaries.js";

/**
 * The provider needs one request for a create or an update, since it treats the response as what the platform has
 * (`write_returns_object`). Otherwise it would read each container after that.
 */
const program = `terraform {
  required_providers {
    restapi = { source = "mastercard/restapi" }
  }
}

variable "url" { type = string }
variable "token" { type = string }
variable "environments" { type = list(string) }
variable "registry" { type = string }
variable "size" { type = number }
variable "tag" { type = string }

provider "restapi" {
  uri                  = var.url
  headers              = { Authorization = "Bearer \${var.token}", Content-Type = "application/json" }
  id_attribute         = "id"
  write_returns_object = true
}

resource "restapi_object" "web" {
  count       = var.size
  path        = "/container"
  create_path = "/environment/\${var.environments[count.index % length(var.environments)]}/container"
  data = jsonencode({
    name         = "web-\${count.index}"
    registry_id  = var.registry
    image_name   = "library/nginx"
    tag          = var.tag
    ports        = [{ internal_port = 80, publicly_accessible = true }]
    healthchecks = { readiness_probe = { type = { http = { port = 80 } } } }
  })
}
`;

export interface TerraformProject {
  /** Runs Terraform, and returns how long that took, in seconds. */
  run(args: readonly string[], variables: Readonly<Record<string, string>>): Promise<number>;
  /** The text of the state. */
  state(): string;
  close(): void;
}

export interface TerraformOptions {
  readonly size: number;
  readonly environments: readonly string[];
}

/** Containers of a provider for any REST API. */
export function openTerraformProject(
  binaries: Binaries,
  platform: Platform,
  { size, environments }: TerraformOptions,
): TerraformProject {
  return openProject(binaries, "mastercard/restapi", program, {
    TF_VAR_url: platform.url,
    TF_VAR_token: platform.tokens.admin,
    TF_VAR_environments: JSON.stringify(environments),
    TF_VAR_registry: platform.ids.registries.GENERIC_CR,
    TF_VAR_size: String(size),
  });
}

/**
 * A project with its own state, which uses the given provider and no registry.
 *
 * @param address The provider's, as the program names it: `namespace/name`.
 * @param started Gets the process of each run.
 */
export function openProject(
  binaries: Binaries,
  address: string,
  program: string,
  given: Readonly<Record<string, string>>,
  started: (pid: number) => void = () => undefined,
): TerraformProject {
  const folder = join(localFolder(process.env), "bench", `terraform-${process.pid}`);
  rmSync(folder, { recursive: true, force: true });
  const providers = join(folder, "providers");
  mkdirSync(providers, { recursive: true });
  symlinkSync(binaries.provider, join(providers, `terraform-provider-${basename(address)}`));
  const settings = join(folder, "settings.tfrc");
  const override = `dev_overrides { ${JSON.stringify(address)} = ${JSON.stringify(providers)} }`;
  writeFileSync(settings, `provider_installation {\n  ${override}\n}\n`);
  writeFileSync(join(folder, "main.tf"), program);
  const env = {
    ...process.env,
    TF_CLI_CONFIG_FILE: settings,
    TF_IN_AUTOMATION: "1",
    CHECKPOINT_DISABLE: "1",
    ...given,
  };
  return {
    async run(args, variables) {
      const before = performance.now();
      const running = promisify(execFile)(binaries.terraform, [...args, "-input=false", "-no-color"], {
        cwd: folder,
        env: { ...env, ...variables },
        maxBuffer: 1e9,
      });
      started(running.child.pid as number);
      await running;
      return (performance.now() - before) / 1000;
    },
    state: () => readFileSync(join(folder, "terraform.tfstate"), "utf8"),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
