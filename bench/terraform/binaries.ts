import { existsSync } from "node:fs";

/** The programs that the comparison needs besides this package, which doesn't depend on them. */
export interface Binaries {
  /** Terraform, or OpenTofu. */
  readonly terraform: string;
  /** A build of the provider `Mastercard/restapi`. */
  readonly provider: string;
}

/** The variables with their paths. */
const variables = { terraform: "BENCH_TERRAFORM", provider: "BENCH_TERRAFORM_PROVIDER_RESTAPI" };

/** The binaries, or why there is nothing to compare with. */
export function findBinaries(env: NodeJS.ProcessEnv): Binaries | string {
  const { [variables.terraform]: terraform, [variables.provider]: provider } = env;
  if (terraform === undefined || provider === undefined) {
    return `set ${variables.terraform} and ${variables.provider} to the paths of the two programs`;
  }
  const missing = [terraform, provider].find((path) => !existsSync(path));
  return missing === undefined ? { terraform, provider } : `there is no ${missing}`;
}
