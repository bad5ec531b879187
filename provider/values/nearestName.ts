/** What other tools call an argument, in the form of `plainName`, and what it may be called here. */
const otherTools: Readonly<Record<string, readonly string[]>> = {
  args: ["arguments"],
  buildpack: ["buildMode"],
  build: ["buildMode"],
  cmd: ["arguments", "entrypoint"],
  command: ["entrypoint"],
  containerport: ["internalPort"],
  cron: ["schedule"],
  disk: ["storage"],
  dockerfile: ["dockerfilePath"],
  engine: ["type"],
  engineversion: ["version"],
  env: ["variables"],
  environment: ["environmentId", "variables"],
  environmentvariables: ["variables"],
  envvars: ["variables"],
  exposed: ["publiclyAccessible"],
  expose: ["ports"],
  external: ["publiclyAccessible"],
  git: ["gitRepository"],
  health: ["healthchecks"],
  healthcheck: ["healthchecks"],
  hostport: ["externalPort"],
  httpget: ["http"],
  image: ["imageName", "image"],
  imagetag: ["tag"],
  ingress: ["ports"],
  liveness: ["livenessProbe"],
  maxreplicas: ["maxRunningInstances", "maxRunningNodes"],
  maxinstances: ["maxRunningInstances", "maxRunningNodes"],
  maxscale: ["maxRunningInstances"],
  maxsize: ["maxRunningNodes", "maxRunningInstances"],
  minreplicas: ["minRunningInstances", "minRunningNodes"],
  mininstances: ["minRunningInstances", "minRunningNodes"],
  minscale: ["minRunningInstances"],
  minsize: ["minRunningNodes", "minRunningInstances"],
  mountpath: ["mountPoint"],
  name: ["key"],
  nodecount: ["minRunningNodes"],
  port: ["ports"],
  public: ["publiclyAccessible", "accessibility"],
  publicaccess: ["accessibility", "publiclyAccessible"],
  publiclyaccessible: ["accessibility"],
  ram: ["memory"],
  readiness: ["readinessProbe"],
  repo: ["gitRepository", "url"],
  repository: ["helmRepository", "gitRepository", "imageName", "url"],
  replicas: ["minRunningInstances"],
  instances: ["minRunningInstances"],
  instanceclass: ["instanceType"],
  scale: ["minRunningInstances"],
  secretenv: ["secretVariables"],
  secrets: ["secretVariables"],
  sensitive: ["secret"],
  sizegb: ["size"],
  capacity: ["size"],
  storagegb: ["storage"],
  allocatedstorage: ["storage"],
  targetport: ["internalPort"],
  tcpsocket: ["tcp"],
  containerimage: ["imageName"],
  username: [],
  volumes: ["storage"],
  volume: ["storage"],
  volumemounts: ["storage"],
};

/** A name without what people write differently: letter case, hyphens, underscores and dots. */
export function plainName(name: string): string {
  return name.replace(/[-_.\s]/g, "").toLowerCase();
}

/**
 * The name that a wrong one most likely means: the same except for case and separators, or what another tool calls it. Or one that is
 * alike: it differs in one letter, or it alone begins or ends with the wrong one.
 */
export function nearestName(
  name: string,
  names: readonly string[],
  most: "same" | "alike" = "alike",
): string | undefined {
  const plain = plainName(name);
  if (plain === "") return undefined;
  const same = names.find((each) => plainName(each) === plain) ?? otherNames(name).find((each) => names.includes(each));
  if (same !== undefined || most === "same" || otherTools[plain]?.length === 0) return same;
  const longer = names.filter((each) => isPartOf(plain, plainName(each)) || isPartOf(plainName(each), plain));
  return (
    names.find((each) => differsByOneLetter(plainName(each), plain)) ?? (longer.length === 1 ? longer[0] : undefined)
  );
}

/** How much of two names must be the same letters in pairs: `restartPolicy` and `maxNbRestart`. */
const leastAlike = 0.3;

/** The names that share most with a wrong one, the nearest first. All, if there are only as many. */
export function nearestNames(name: string, names: readonly string[], most: number): readonly string[] {
  if (names.length <= most) return names;
  const pairs = pairsOf(name);
  const ranked = names.map((each) => {
    const own = pairsOf(each);
    const shared = [...own].filter((pair) => pairs.has(pair)).length;
    return { each, alike: (2 * shared) / (own.size + pairs.size) };
  });
  const near = ranked.filter(({ alike }) => alike >= leastAlike).sort((one, other) => other.alike - one.alike);
  return near.slice(0, most).map(({ each }) => each);
}

function pairsOf(name: string): ReadonlySet<string> {
  const plain = plainName(name);
  return new Set(Array.from(plain, (_, index) => plain.slice(index, index + 2)).filter((pair) => pair.length === 2));
}

/** What an argument may be called here that another tool calls by this name. */
export function otherNames(name: string): readonly string[] {
  return Object.entries(otherTools).find(([other]) => other === plainName(name))?.[1] ?? [];
}

/** The fewest letters with which a name may begin or end in another one. */
const fewest = 3;

function isPartOf(part: string, whole: string): boolean {
  return part.length >= fewest && (whole.startsWith(part) || whole.endsWith(part));
}

function differsByOneLetter(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false;
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  const [a, b] = [one.slice(same), other.slice(same)];
  return a.slice(1) === b || a === b.slice(1) || a.slice(1) === b.slice(1);
}
