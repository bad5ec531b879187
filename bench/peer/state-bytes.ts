/** How many bytes a resource takes in a state, as compact JSON, by what they are. */

interface PulumiResource {
  readonly type: string;
  readonly inputs?: object;
  readonly outputs?: object;
}

type Bytes = Readonly<Record<string, number>>;

/** The average of the containers in a state of Pulumi: members of inputs and outputs, and the fields of Pulumi's own. */
export function bytesInPulumiState(text: string): Bytes {
  const { checkpoint } = JSON.parse(text) as {
    readonly checkpoint: { readonly latest: { readonly resources: PulumiResource[] } };
  };
  // A dynamic resource has `$Container` at the end of its URN's type, and its kind in a member.
  const containers = checkpoint.latest.resources.filter(
    ({ outputs }) => outputs !== undefined && "imageName" in outputs,
  );
  return averaged(
    containers.map(({ inputs = {}, outputs = {}, ...others }) => ({
      ...sizes(inputs, "inputs."),
      ...sizes(outputs, "outputs."),
      ...sizes(others, ""),
    })),
  );
}

/** The average of the containers in a state of Terraform, which has a list of them. */
export function bytesInTerraformState(text: string): Bytes {
  const { resources } = JSON.parse(text) as {
    readonly resources: { readonly type: string; readonly instances: { readonly attributes: object }[] }[];
  };
  const instances = resources.flatMap((each) => (each.type.endsWith("_container") ? each.instances : []));
  return averaged(
    instances.map(({ attributes, ...others }) => ({ ...sizes(attributes, "attributes."), ...sizes(others, "") })),
  );
}

/** Of each member: its name, its value and what separates it from the next one. */
function sizes(members: object, prefix: string): Bytes {
  const each = Object.entries(members);
  return Object.fromEntries(
    each.map(([name, value]) => [`${prefix}${name}`, JSON.stringify({ [name]: value }).length - 1]),
  );
}

function averaged(all: readonly Bytes[]): Bytes {
  if (all.length === 0) throw new Error("The state has no container.");
  const names = [...new Set(all.flatMap((each) => Object.keys(each)))];
  const sum = (name: string) => all.reduce((bytes, each) => bytes + (each[name] ?? 0), 0);
  return Object.fromEntries(names.map((name) => [name, Math.round(sum(name) / all.length)]));
}
