/** JSON as a tree whose objects and arrays can be folded. */

const masked = "••••••";
/** Deeper objects start folded when there are many, so that a large body appears at once. */
const openMembers = 200;

type Members = readonly (readonly [name: string, value: unknown])[];

function membersOf(value: unknown): Members | undefined {
  return typeof value === "object" && value !== null ? Object.entries(value) : undefined;
}

function countOf(value: unknown): number {
  return (membersOf(value) ?? []).reduce((sum, [, member]) => sum + countOf(member), 1);
}

/** What a tree is compared with: another value, and what is said about members that it does not have. */
export interface Comparison {
  readonly value: unknown;
  readonly missing: string;
  /** Such members are what the reader looks for; otherwise they step back. */
  readonly isNotable: boolean;
}

interface NodeProps {
  readonly name: string | undefined;
  readonly value: unknown;
  /** Its `value` is the one at the same place. */
  readonly comparison: Comparison | undefined;
  readonly open: boolean;
}

function Leaf({ value }: { readonly value: unknown }) {
  if (value === masked)
    return (
      <span class="masked" title="Secrets are hidden">
        {masked}
        <span class="unseen"> secret</span>
      </span>
    );
  const type = value === null ? "null" : typeof value;
  return <span class={`value ${type}`}>{JSON.stringify(value)}</span>;
}

type Difference = "missing" | "differs" | undefined;

/** Leaves differ, and whole members are missing on the other side. */
function differenceOf(value: unknown, comparison: Comparison | undefined): Difference {
  if (comparison === undefined) return undefined;
  if (comparison.value === undefined) return "missing";
  if (membersOf(value) !== undefined && membersOf(comparison.value) !== undefined) return undefined;
  return JSON.stringify(value) === JSON.stringify(comparison.value) ? undefined : "differs";
}

function Name({ name, comparison, value }: NodeProps) {
  const difference = differenceOf(value, comparison);
  const isSeen = difference === "differs" || comparison?.isNotable === true;
  return (
    <>
      {name === undefined ? null : <span class="name">{name}: </span>}
      {difference !== undefined && (
        <span class={isSeen ? "note" : "unseen"}>{difference === "missing" ? comparison?.missing : "differs"} </span>
      )}
    </>
  );
}

/** The comparison of a member; none below a member that is missing as a whole. */
function within(comparison: Comparison | undefined, name: string): Comparison | undefined {
  if (comparison?.value === undefined) return undefined;
  const others =
    membersOf(comparison.value) === undefined ? {} : (comparison.value as Readonly<Record<string, unknown>>);
  return { ...comparison, value: others[name] };
}

function Node(props: NodeProps) {
  const { value, comparison, open } = props;
  const members = membersOf(value);
  const isBack = differenceOf(value, comparison) === "missing" && comparison?.isNotable === false;
  return (
    <li class={isBack ? "back" : ""}>
      {members === undefined || members.length === 0 ? (
        <>
          <Name {...props} />
          <Leaf value={value} />
        </>
      ) : (
        <details open={open}>
          <summary>
            <Name {...props} />
            <span class="size">{Array.isArray(value) ? `[${members.length}]` : `{${members.length}}`}</span>
          </summary>
          <ul>
            {members.map(([name, member]) => (
              <Node key={name} name={name} value={member} comparison={within(comparison, name)} open={open} />
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}

interface JsonTreeProps {
  readonly value: unknown;
  readonly label: string;
  readonly comparison?: Comparison | undefined;
}

export function JsonTree({ value, label, comparison }: JsonTreeProps) {
  const open = countOf(value) <= openMembers;
  const members = membersOf(value);
  return (
    <ul class="tree" aria-label={label}>
      {members === undefined ? (
        <Node name={undefined} value={value} comparison={comparison} open={open} />
      ) : (
        members.map(([name, member]) => (
          <Node key={name} name={name} value={member} comparison={within(comparison, name)} open={open} />
        ))
      )}
    </ul>
  );
}
