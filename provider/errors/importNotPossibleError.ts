import { AppPlatformError } from "./appPlatformError.js";

/** A resource of the program has Pulumi's option `import`. */
export class ImportNotPossibleError extends AppPlatformError {
  static readonly code = "AP1204";
  static readonly when =
    "A resource has Pulumi's resource option `import`, which dynamic resources do not support. Nothing was sent.";
  static readonly mend = "Remove the option and adopt the existing resource as the message says.";

  constructor(subject: string, todo: string) {
    super(ImportNotPossibleError.code, {
      what: `${subject} cannot have the resource option \`import\`: Pulumi cannot import dynamic resources.`,
      todo,
    });
  }
}
