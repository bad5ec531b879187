import { AppPlatformError } from "./appPlatformError.js";
import { onDeleteAdvice } from "./onDeleteAdvice.js";

/** Something inside a resource that must stay on the platform when the resource is deleted. */
export interface KeptInside {
  /** As messages name it: `Container "web" (id …)`. */
  readonly label: string;
  /** Who wants it to stay: the program, one of these resource options, the stack until it deletes it itself, or somebody else. */
  readonly why: Why;
  /** The error that hides what is known of it. */
  readonly because?: unknown;
}

type Why = "declared" | "protect" | "retainOnDelete" | "perhaps retained" | "deleted later" | "named" | "foreign";

const reasons: Readonly<Record<Why, { readonly text: string; readonly todo: readonly string[] }>> = {
  declared: {
    text: "your program declares it",
    todo: ["remove that from the program, or refer to it by a resource instead of its ID or key"],
  },
  protect: { text: "it has the resource option protect", todo: ["unprotect it: pulumi state unprotect"] },
  retainOnDelete: {
    text: "it has the resource option retainOnDelete",
    todo: ["move what is retained elsewhere, or remove the option and run `pulumi up`"],
  },
  "perhaps retained": {
    text: "this stack does not manage it, or has just retained it: the state before this run cannot be read",
    todo: ["delete it first, or move it elsewhere"],
  },
  "deleted later": {
    text: "this run deletes it, but does not know that it comes first",
    todo: ["run again: by then, it is deleted", "add what contains it to its `dependsOn`"],
  },
  named: {
    text: "your program may still declare it",
    todo: [
      "remove what names it from the program first, and run `pulumi up`",
      "refer to it by a resource instead of its key",
    ],
  },
  foreign: {
    text: "this stack does not manage it",
    todo: ["delete it first, or move it elsewhere", `to delete it too, ${onDeleteAdvice("everything")}`],
  },
};

/** A delete would also delete what must stay. */
export class NotEmptyError extends AppPlatformError {
  static readonly code = "AP2014";

  /** @param kept What else would be deleted. */
  constructor(subject: string, id: string, kept: readonly KeptInside[]) {
    const count = kept.length === 1 ? "a resource" : `${kept.length} resources`;
    const whys = [...new Set(kept.map(({ why }) => why))];
    super(NotEmptyError.code, {
      what: `${subject} (id ${id}) cannot be deleted: ${count} that must stay would be deleted with it.`,
      details: kept.map(
        ({ label, why, because }) =>
          `${label}: ${reasons[why].text}${because instanceof Error ? `: ${because.message}` : ""}`,
      ),
      todo: [
        ...whys.flatMap((why) => reasons[why].todo),
        "to leave it on the platform, set the resource option retainOnDelete",
      ],
    });
  }
}
