import type { ComponentChildren } from "preact";
import type { DeploymentTask, DeploymentTitle } from "../../../src/dashboard/contract.js";
import { shortVersion } from "../parts/text.js";

type Subject = DeploymentTitle["subjects"][number];

const deleted = "a deleted service";

export function versionsOf({ from, to }: Pick<Subject, "from" | "to">): string {
  return [from, to].flatMap((version) => (version ? [shortVersion(version)] : [])).join(" → ");
}

/** The name of a deployment as plain text: `web 1.27 → 1.28, db`. */
export function titleText({ verb, subjects, more }: DeploymentTitle): string {
  const names = subjects.map((subject) => `${subject.name ?? deleted} ${versionsOf(subject)}`.trim());
  return `${verb} ${names.join(", ")}${more === 0 ? "" : ` and ${more} more`}`.trim();
}

/** The same, with each name on its own: it may be in any script. */
export function Title({ title: { verb, subjects, more } }: { readonly title: DeploymentTitle }): ComponentChildren {
  return (
    <>
      {verb !== "" && `${verb} `}
      {subjects.map((subject, index) => (
        <span key={index}>
          {index > 0 && ", "}
          <bdi>{subject.name ?? deleted}</bdi>
          {versionsOf(subject) !== "" && ` ${versionsOf(subject)}`}
        </span>
      ))}
      {more > 0 && ` and ${more} more`}
    </>
  );
}

/** What a deployment brings to one of its services. */
export function changeText(change: DeploymentTask["change"]): string {
  if (change === null) return "";
  const { from, to, isEdited } = change;
  const versions = versionsOf(from === to ? { from: null, to } : change);
  if (from !== to) return versions;
  return [versions, isEdited ? "updated" : "unchanged"].filter((part) => part !== "").join(", ");
}
