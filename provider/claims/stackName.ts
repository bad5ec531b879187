/** Which stack a resource is of. */
export interface StackName {
  readonly name: string;
  readonly project: string;
}

/** The stack in a URN: `urn:pulumi:dev::shop::…` is of the stack `dev` of the project `shop`. */
export function stackIn(urn: string): StackName | undefined {
  const [, name, project] = /^urn:pulumi:(.*?)::(.*?)::/.exec(urn) ?? [];
  return name === undefined || project === undefined ? undefined : { name, project };
}
