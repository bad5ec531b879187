import type { Program } from "./program.js";
import type { UsedSecret } from "./secrets.js";
import type { EnvironmentContent } from "./services.js";

/** What users must know about an exported program and can't see in it. */
export function notesOn(program: Program, content: EnvironmentContent): string[] {
  return [...misfitNotes(program), ...kindNotes(content), ...secretNotes(program.secrets)];
}

/** @param source Where the value comes from. */
export function misfitNotes({ declarations }: Program, source = "the platform"): string[] {
  return declarations.flatMap(({ service, violations }) =>
    violations.map(({ path, expected, got, isOmitted }) => {
      const what = `${service.definition.kind} ${JSON.stringify(service.name)}: ${path} ${expected}`;
      const cure = isOmitted ? "The program omits it: the platform keeps its value." : "Correct it before the preview.";
      return `${what}${got === undefined ? "" : `; ${source} has ${got}`}. ${cure}`;
    }),
  );
}

const shownErrors = 10;

/** @param errors Those of TypeScript; nothing if it isn't installed. */
export function typeNotes(errors: readonly string[] | undefined): string[] {
  if (errors === undefined)
    return [
      "TypeScript 5 or 6 isn't installed, so the program isn't compiled. In its folder: npm install && npx tsc --noEmit",
    ];
  if (errors.length === 0) return [];
  const more = errors.length > shownErrors ? [`and ${errors.length - shownErrors} more`] : [];
  return [["The program doesn't compile:", ...errors.slice(0, shownErrors), ...more].join("\n  ")];
}

function kindNotes({ services, unlisted, unreadable }: EnvironmentContent): string[] {
  return [
    ...unlisted.map(
      ({ kind }) =>
        `${kind} resources aren't exported: the documented endpoints can't list them. If your platform serves the extended ones, set app-platform:endpoints to extended.`,
    ),
    ...(services.length === 0
      ? []
      : [
          "A DeploymentTrigger is an action: there is none to export. Add one to deploy what the program changes later.",
        ]),
    ...(unreadable === 0 ? [] : [`${unreadable} entries of the lists have no ID or no name: they aren't exported.`]),
  ];
}

function secretNotes(secrets: readonly UsedSecret[]): string[] {
  const isKnown = ({ value }: UsedSecret) => value !== undefined;
  const groups = [
    ["The platform shows these secrets; --set-secrets sets them, or do it yourself:", secrets.filter(isKnown)],
    ["The platform masks these secrets, so only you can set them:", secrets.filter((secret) => !isKnown(secret))],
  ] as const;
  return groups.flatMap(([title, found]) =>
    found.length === 0
      ? []
      : [
          [
            title,
            ...found.map(({ key, usedBy }) => `  pulumi config set --secret ${key}  # ${usedBy.join(", ")}`),
          ].join("\n"),
        ],
  );
}
