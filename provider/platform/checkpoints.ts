/**
 * Whether Pulumi writes the state only once, at the end of the operation, so that a crash loses what was created. The engine
 * tells its plugins nothing of it, but they inherit its environment. It treats these texts as true, and no others.
 */
export function skipsCheckpoints(environment: NodeJS.ProcessEnv = process.env): boolean {
  return /^(?:1|true)$/i.test(environment.PULUMI_SKIP_CHECKPOINTS ?? "");
}
