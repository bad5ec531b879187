interface Run {
  readonly cwd: string;
  readonly stack: string | undefined;
}

const fromEnvironment = "or set APP_PLATFORM_BASE_URL and APP_PLATFORM_TOKEN in the environment";

/** What to do after the Pulumi CLI has failed, by its output. */
export function adviceFor(stderr: string, { cwd, stack }: Run): string | string[] {
  const text = stderr.toLowerCase();
  if (text.includes("no stack selected")) {
    return [`select a stack in ${cwd}: pulumi stack select <name>`, "name it: --stack <name>"];
  }
  if (text.includes("no stack named") || text.includes("not found")) {
    return `check the name of the stack${stack === undefined ? "" : ` (${stack})`}: \`pulumi stack ls\` lists those of ${cwd}.`;
  }
  // A metadata file that a killed run left empty; reading it ends at once.
  if (text.includes("checkpoint: eof")) {
    return "Pulumi was killed while it wrote the state. In its folder, delete the empty files that end in .attrs: find .pulumi -name '*.attrs' -empty -delete";
  }
  if (text.includes("passphrase must be set") || text.includes("passphrase")) {
    return `set the passphrase of the stack in PULUMI_CONFIG_PASSPHRASE or PULUMI_CONFIG_PASSPHRASE_FILE, ${fromEnvironment}.`;
  }
  if (text.includes("login") || text.includes("access_token")) {
    return `log in where the state of the stack is: pulumi login (or set PULUMI_BACKEND_URL), ${fromEnvironment}.`;
  }
  return `run the same command in ${cwd} and correct what it says, ${fromEnvironment}.`;
}
