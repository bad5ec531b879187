/**
 * Prints a program that adopts what an environment holds: `npm run --silent print-program -- <environment ID> > index.ts`
 *
 * It prints the arguments that are listed here. An argument that a program never gives is left to the platform, so everything
 * else stays as it is, secrets included.
 */
import { getApplications, getContainers, getDatabases, getJobs } from "pulumi-app-platform";

const workload = "healthchecks ports storage cpu memory minRunningInstances maxRunningInstances";
const kinds = [
  { kind: "Database", find: getDatabases, args: "type version mode accessibility storage" },
  { kind: "Container", find: getContainers, args: `registryId imageName tag ${workload} arguments entrypoint` },
  { kind: "Application", find: getApplications, args: `gitRepository dockerfilePath ${workload} arguments entrypoint` },
  { kind: "Job", find: getJobs, args: "source schedule healthchecks port cpu memory maxNbRestart maxDurationSeconds" },
];

/** Members inside arguments that only the platform sets. */
const assigned = ["id", "registry", "owner", "name", "hasAccess", "gitTokenName"];
const isAssigned = (path: readonly string[]) => {
  const [argument, member = ""] = [path[0], path.at(-1)];
  if (member.startsWith("deployedCommit")) return true;
  // The name of a port is an argument.
  return path.length > 1 && assigned.includes(member) && !(argument === "ports" && member === "name");
};

/** TypeScript for a value; nothing for one that is not set. */
function print(value: unknown, path: readonly string[]): string | undefined {
  if (value === undefined || value === null || isAssigned(path)) return undefined;
  if (Array.isArray(value)) {
    return value.length === 0 ? undefined : `[${value.map((item) => print(item, path)).join(", ")}]`;
  }
  if (typeof value !== "object") return JSON.stringify(value);
  const members = Object.entries(value).flatMap(([name, member]) => {
    const text = print(member, [...path, name]);
    return text === undefined ? [] : [`${name}: ${text}`];
  });
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

type Service = Readonly<Record<string, unknown>> & { readonly id: string; readonly name: string };

function declaration(kind: string, args: string, service: Service): string {
  const lines = args.split(" ").flatMap((name) => {
    const text = print(service[name], [name]);
    return text === undefined ? [] : [`  ${name}: ${text},`];
  });
  const name = JSON.stringify(service.name);
  return [`new ${kind}(${name}, {`, "  environmentId,", `  adoptId: "${service.id}",`, ...lines, "});"].join("\n");
}

async function programFor(environmentId: string): Promise<string> {
  const found = await Promise.all(
    kinds.map(async ({ kind, find, args }) => {
      const services = (await find({ environmentId })) as unknown as Service[];
      return { kind, declarations: services.map((service) => declaration(kind, args, service)) };
    }),
  );
  const used = found.filter(({ declarations }) => declarations.length > 0);
  return [
    `import { ${used.map(({ kind }) => kind).join(", ")} } from "pulumi-app-platform";`,
    `const environmentId = ${JSON.stringify(environmentId)};`,
    ...used.flatMap(({ declarations }) => declarations),
  ].join("\n\n");
}

const environmentId = process.argv[2];
if (environmentId === undefined) throw new Error("Usage: npm run --silent print-program -- <environment ID>");
programFor(environmentId).then(console.log, (error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
