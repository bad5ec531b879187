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

interface NodeProps {
  readonly name: string | undefined;
  readonly value: unknown;
  /** The value that it is compared with; undefined if there is none. */
  readonly other: unknown;
  readonly isCompared: boolean;
  readonly open: boolean;
}

function Leaf({ value }: { readonly value: unknown }) {
  if (value === masked)
    return (
      <span class="masked" title="The platform does not show secrets">
        {masked}
        <span class="unseen"> secret</span>
      </span>
    );
  const type = value === null ? "null" : typeof value;
  return <span class={`value ${type}`}>{JSON.stringify(value)}</span>;
}

function Name({ name, note }: { readonly name: string | undefined; readonly note: string | undefined }) {
  return (
    <>
      {name === undefined ? null : <span class="name">{name}: </span>}
      {note === undefined ? null : <span class="note">{note}</span>}
    </>
  );
}

/** How a value differs from the other side: only leaves differ, but whole members can be missing. */
function noteOf({ value, other, isCompared }: NodeProps): string | undefined {
  if (!isCompared) return undefined;
  if (other === undefined) return "only here";
  if (membersOf(value) !== undefined && membersOf(other) !== undefined) return undefined;
  return JSON.stringify(value) === JSON.stringify(other) ? undefined : "differs";
}

function Node(props: NodeProps) {
  const { name, value, other, isCompared, open } = props;
  const members = membersOf(value);
  const note = noteOf(props);
  const heading = <Name name={name} note={note} />;
  if (members === undefined || members.length === 0) {
    return (
      <li class={note === undefined ? "" : "noted"}>
        {heading}
        <Leaf value={value} />
      </li>
    );
  }
  const others = (membersOf(other) === undefined ? {} : other) as Readonly<Record<string, unknown>>;
  const isArray = Array.isArray(value);
  return (
    <li class={note === undefined ? "" : "noted"}>
      <details open={open}>
        <summary>
          {heading}
          <span class="size">{isArray ? `[${members.length}]` : `{${members.length}}`}</span>
        </summary>
        <ul>
          {members.map(([key, member]) => (
            <Node
              key={key}
              name={key}
              value={member}
              other={others[key]}
              // What is only here as a whole says so once.
              isCompared={isCompared && note === undefined}
              open={open}
            />
          ))}
        </ul>
      </details>
    </li>
  );
}

interface JsonTreeProps {
  readonly value: unknown;
  /** Marks what differs from this value. */
  readonly compareWith?: unknown;
  readonly label: string;
}

export function JsonTree({ value, compareWith, label }: JsonTreeProps) {
  const open = countOf(value) <= openMembers;
  return (
    <ul class="tree" aria-label={label}>
      {(membersOf(value) ?? [[undefined, value] as const]).map(([name, member]) => (
        <Node
          key={name}
          name={name}
          value={member}
          other={(compareWith as Readonly<Record<string, unknown>> | undefined)?.[name ?? ""]}
          isCompared={compareWith !== undefined}
          open={open}
        />
      ))}
    </ul>
  );
}
