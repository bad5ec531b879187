import { AppPlatformError } from "./appPlatformError.js";

/** A resource of the program has Pulumi's option `import`. */
export class ImportNotPossibleError extends AppPlatformError {
  static readonly code = "AP1204";

  constructor(subject: string, todo: string) {
    super(ImportNotPossibleError.code, {
      what: `${subject} cannot have the resource option \`import\`: Pulumi cannot import dynamic resources.`,
      todo,
    });
  }
}
