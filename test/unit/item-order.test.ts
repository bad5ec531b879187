import { describe, expect, it } from "vitest";
import { compare } from "../../provider/definition/comparison.js";
import { propertyChanges } from "../../provider/native/diff.js";
import { definitions } from "../../provider/resources/index.js";
import { givenMembers } from "../../provider/values/given.js";
import { ids } from "../kinds/shared/ids.js";
import type { ArrayField, Field, Value, Values } from "../provider.js";

const scaler = { scalerType: "cpu", role: "PRIMARY", configYaml: "a" };
const [one, two] = [ids.container, ids.database] as const;

/** Some items of each list of arguments. Those of scalers are easily mistaken for each other. */
const examples: Readonly<Record<string, readonly Value[]>> = {
  command: ["ls", "-l", "/"],
  omit: ["owner", "links.self"],
  secretMembers: ["token", "keys.private"],
  ignore: ["url", "headers[0].value"],
  arguments: ["--port", "80"],
  actionExtraArguments: ["-a", "-b"],
  tfVarFilePaths: ["base.tfvars", "more.tfvars"],
  triggers: [1, { a: 2 }],
  storage: [
    { size: 4, mountPoint: "/a" },
    { size: 5, mountPoint: "/b", type: "FAST_SSD" },
  ],
  ports: [
    { internalPort: 80, publiclyAccessible: true, publicPath: "/" },
    { internalPort: 81, publiclyAccessible: false, name: "metrics" },
  ],
  annotationsGroups: [{ id: one }, { id: two }],
  labelsGroups: [{ id: one }, { id: two }],
  deploymentRestrictions: [
    { mode: "MATCH", value: "src/" },
    { mode: "EXCLUDE", value: "docs/" },
  ],
  features: [
    { id: "VPC_SUBNET", value: "10.0.0.0/16" },
    { id: "STATIC_IP", value: true },
  ],
  tfVars: [
    { key: "a", value: "1", secret: false },
    { key: "b", value: "2", secret: true },
  ],
  scalers: [
    { ...scaler, scalerType: "cron", triggerAuthentication: { name: "login", configYaml: "key: 1" } },
    { ...scaler, enabled: false },
    scaler,
    { ...scaler, triggerAuthentication: { name: "login", configYaml: "key: 2" } },
  ],
  ...Object.fromEntries(
    ["eks", "rds", "documentdb", "elasticache", "eksKarpenterFargate"].flatMap((prefix) =>
      ["A", "B", "C"].map((zone) => [`${prefix}SubnetsZone${zone}Ids`, ["subnet-1", "subnet-2"]]),
    ),
  ),
  additionalIpRangePodsNames: ["pods-1", "pods-2"],
  routingTable: [
    { destination: "10.1.0.0/16", target: "pcx-1", description: "one" },
    { destination: "10.2.0.0/16", target: "pcx-2", description: "other" },
  ],
  sshKeys: ["ssh-rsa a", "ssh-rsa b"],
  ipAddressPools: ["10.0.0.0/24", "10.0.1.0/24"],
  applications: [{ applicationId: one }, { applicationId: two, gitCommitId: "0a1b2c3" }],
  containers: [{ id: one, imageTag: "1" }, { id: two }],
  databases: [one, two],
  jobs: [{ id: one }, { id: two, imageTag: "1" }],
  serviceSelectors: [
    { key: "app", value: "grafana" },
    { key: "tier", value: "web" },
  ],
  paths: ["values.yaml", "production.yaml"],
  values: [
    { name: "values.yaml", content: "replicas: 1" },
    { name: "production.yaml", content: "replicas: 2" },
  ],
  helms: [{ id: one }, { id: two, chartVersion: "1" }],
  terraforms: [{ id: one }, { id: two, gitCommitId: "0a1b2c3" }],
  services: [one, two],
  annotations: [
    { key: "a", value: "1" },
    { key: "b", value: "" },
  ],
  scopes: ["PODS", "JOBS"],
  labels: [
    { key: "a", value: "1", propagateToCloudProvider: true },
    { key: "b", value: "", propagateToCloudProvider: false },
  ],
};
const selections = [one, two].map((id) => ({ kind: "Container", id }));

interface List {
  readonly kind: string;
  readonly path: string;
  readonly field: ArrayField;
  /** Arguments with these items in the list. */
  readonly args: (items: readonly Value[]) => Values;
  readonly definition: (typeof definitions)[number];
}

function listsIn(
  field: Field,
  path: string,
  around: (value: Value) => Values,
): Pick<List, "path" | "field" | "args">[] {
  if (field.type === "array")
    return [
      { path, field, args: (items) => around([...items]) },
      ...listsIn(field.item, `${path}[]`, (each) => around([each])),
    ];
  if (field.type === "record") return listsIn(field.value, path, (each) => around({ plan: each }));
  if (field.type !== "object") return [];
  return Object.entries(field.members).flatMap(([name, member]) =>
    listsIn(member, path === "" ? name : `${path}.${name}`, (each) => around({ [name]: each })),
  );
}

const lists: readonly List[] = definitions.flatMap((definition) =>
  listsIn(definition.body, "", (value) => value as Values).map((each) => ({
    kind: definition.kind,
    definition,
    ...each,
  })),
);
const itemsOf = ({ path, field }: List): readonly Value[] =>
  field.item.type === "service" ? selections : (examples[path.split(".").at(-1) as string] as readonly Value[]);

/** All orders of some items. */
function orders<T>(items: readonly T[]): (readonly T[])[] {
  if (items.length < 2) return [items];
  return items.flatMap((first, index) =>
    orders(items.filter((_, each) => each !== index)).map((rest) => [first, ...rest]),
  );
}

/** What the two doors see of a change from one order of items to another. */
function seen({ definition, args }: List, before: readonly Value[], now: readonly Value[]) {
  const [state, wanted] = [args(before), args(now)];
  const comparison = compare(definition, {
    id: "x",
    state,
    args: wanted,
    givenBefore: givenMembers(definition.body, state),
  });
  return [
    comparison.changes,
    comparison.removals,
    propertyChanges(definition.body, comparison.changes, [], { state, args: wanted }),
  ];
}

describe.each(lists)("the list $path of $kind", (list) => {
  const { field } = list;
  const items = itemsOf(list);

  it("says whether the order of its items matters, and by what they are found if it does not", () => {
    expect(field.items).toBeDefined();
  });

  it(
    field.items === "ordered"
      ? "is another list in another order"
      : "is the same list in any other order, for both doors",
    () => {
      if (field.items === "ordered") expect(seen(list, items, [...items].reverse())[0]).not.toEqual([]);
      else for (const now of orders(items)) expect(seen(list, items, now)).toEqual([[], [], []]);
    },
  );
});
