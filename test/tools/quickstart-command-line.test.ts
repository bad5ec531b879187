import { describe, expect, it } from "vitest";
import { CommandLineError, parseCommandLine } from "../../tools/quickstart/command-line.js";
import { summary, table } from "../../tools/quickstart/summary.js";

describe("the command line of the quickstart", () => {
  it.each([
    { args: [], means: { verb: "up", port: undefined, keep: false } },
    { args: ["--keep", "--port", "5000"], means: { verb: "up", port: 5000, keep: true } },
    { args: ["preview"], means: { verb: "preview", port: undefined, keep: false } },
    { args: ["destroy"], means: { verb: "destroy", port: undefined, keep: false } },
    { args: ["stop"], means: { verb: "stop", port: undefined, keep: false } },
    { args: ["--help"], means: { verb: "help", port: undefined, keep: false } },
  ])("reads $args", ({ args, means }) => {
    expect(parseCommandLine(args)).toEqual(means);
  });

  it.each([
    { args: ["remove"], says: 'The command must be one of up, preview, destroy, stop, help; got "remove"' },
    { args: ["up", "down"], says: 'The command must be one of up, preview, destroy, stop, help; got "up down"' },
    { args: ["--port", "http"], says: '--port must be an integer from 1 to 65535; got "http"' },
    { args: ["--port", "65536"], says: '--port must be an integer from 1 to 65535; got "65536"' },
    { args: ["--prot", "1"], says: "Unknown option '--prot'" },
  ])("refuses $args", ({ args, says }) => {
    const parse = () => parseCommandLine(args);
    expect(parse).toThrow(CommandLineError);
    expect(parse).toThrow(says);
  });
});

describe("the summary of the quickstart", () => {
  it.each([
    { changes: { same: 4 }, says: "Nothing changed: the platform matches the program." },
    { changes: {}, says: "Nothing changed: the platform matches the program." },
    { changes: { create: 4 }, says: "Done: 4 created." },
    { changes: { same: 2, update: 1, replace: 1 }, says: "Done: 1 updated, 1 replaced, 2 unchanged." },
  ])("is for $changes: $says", ({ changes, says }) => {
    expect(summary(changes)).toBe(says);
  });

  it("has a line for each resource on the platform, in columns, and none for the stack itself", () => {
    const resource = (kind: string, name: string, outputs: Record<string, unknown>) => ({
      type: `pulumi-nodejs:dynamic/app-platform:${kind}`,
      urn: `urn:pulumi:quickstart::quickstart::pulumi-nodejs:dynamic/app-platform:${kind}::${name}`,
      id: "1",
      outputs,
    });
    const lines = table([
      {
        type: "pulumi:pulumi:Stack",
        urn: "urn:pulumi:quickstart::quickstart::pulumi:pulumi:Stack::quickstart-quickstart",
      },
      resource("Database", "db", { host: "db.internal", port: 5432 }),
      resource("Container", "website", { imageName: "library/nginx", tag: "1.27" }),
      resource("DeploymentTrigger", "release", {}),
    ]);
    expect(lines).toBe(
      [
        "  Database           db       1  db.internal:5432",
        "  Container          website  1  library/nginx:1.27",
        "  DeploymentTrigger  release  1",
      ].join("\n"),
    );
  });
});
