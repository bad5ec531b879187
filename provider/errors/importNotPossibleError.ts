import { AppPlatformError } from "./appPlatformError.js";

/** A resource of the program has Pulumi's option `import`. */
export class ImportNotPossibleError extends AppPlatformError {
  static readonly code = "AP1204";
  static readonly title = "The resource option `import` is not supported";
  static readonly when =
    "A resource has Pulumi's resource option `import`, which dynamic resources do not support. Nothing was sent.";
  static readonly cause = "Pulumi cannot import dynamic resources, and the resources of this package are dynamic ones.";
  static readonly mend = "Remove the option and adopt the existing resource with the argument that the message names.";

  constructor(subject: string, todo: string) {
    super(ImportNotPossibleError.code, {
      what: `${subject} cannot have the resource option \`import\`: Pulumi cannot import dynamic resources.`,
      todo,
    });
  }
}
