/** The parts that run a page as a script. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { applyChange } from "../../tools/transcript/change.js";
import { comparable } from "../../tools/transcript/comparable.js";
import { createExamples } from "../../tools/transcript/examples.js";
import { type CommandStep, stepsOf, withOutputs } from "../../tools/transcript/page.js";
import { withReplacements } from "../../tools/transcript/replacements.js";
import { openSession, type Session } from "../../tools/transcript/session.js";
import { shownText } from "../../tools/transcript/terminal.js";

const block = (info: string, text: string) => `\`\`\`${info}\n${text}\n\`\`\`\n`;

describe("the steps of a page", () => {
  it("are its commands with their output, its files and its changes, in order", () => {
    const page = [
      "# A page\n",
      block("sh", "mkdir shop"),
      block("ts [index.ts]", "const a = 1;"),
      block("sh fails", "cat nothing"),
      block("text", "no such file"),
      "Some words.\n",
      block("text", "not an output"),
      block("diff [index.ts]", "-const a = 1;"),
      block("sh shown", "rm -rf everything"),
      block("ts", "a piece of code"),
    ].join("\n");
    expect(stepsOf(page)).toMatchObject([
      { type: "command", commands: "mkdir shop\n", mode: "succeeds", output: undefined },
      { type: "file", path: "index.ts", text: "const a = 1;\n" },
      { type: "command", mode: "fails", output: { text: "no such file\n" } },
      { type: "change", path: "index.ts", text: "-const a = 1;\n" },
    ]);
  });

  it("follow one tab of a code group, or its only one", () => {
    const group = (...blocks: string[]) => `::: code-group\n\n${blocks.join("\n")}\n:::\n`;
    const page =
      group(block("ts [index.ts]", "1"), block("js [index.js (CommonJS)]", "2")) +
      group(block("yaml [Pulumi.yaml]", "3"));
    const paths = (variant: number) => stepsOf(page, variant).map((step) => step.type === "file" && step.path);
    expect(paths(0)).toEqual(["index.ts", "Pulumi.yaml"]);
    expect(paths(1)).toEqual(["index.js", "Pulumi.yaml"]);
  });

  it("are refused with a word after sh that means nothing, and with a block that does not end", () => {
    expect(() => stepsOf(block("sh failing", "false"))).toThrow(/must be `sh` .* got "sh failing" in line 1/);
    expect(() => stepsOf("```sh\nfalse\n")).toThrow("The code block in line 1 must end with ```");
  });

  it("get other outputs without any other change of the page", () => {
    const page = [block("sh", "a"), block("text", "old\nlines"), block("sh", "b"), block("text", "old")].join("\n");
    const outputs = stepsOf(page).map((step, index) => [step as CommandStep, `new ${index}\n`] as const);
    expect(withOutputs(page, new Map(outputs))).toBe(
      page.replace("old\nlines", "new 0").replace("```text\nold\n", "```text\nnew 1\n"),
    );
  });
});

describe("a change of a file", () => {
  it("replaces its removed lines by its added ones", () => {
    expect(applyChange("a\nb\nc\n", " a\n-b\n+x\n+y\n")).toBe("a\nx\ny\nc\n");
  });

  it("is refused if its place is not in the file, or there twice", () => {
    expect(() => applyChange("a\n", "-b\n")).toThrow(/exactly once; found 0 times/);
    expect(() => applyChange("a\na\n", "-a\n")).toThrow(/exactly once; found 2 times/);
  });
});

describe("the text on a terminal", () => {
  it("is the last picture of a display that was redrawn", () => {
    const output = "head\r\n\u001b[1mweb\u001b[0m creating\u001b[K\r\n\r\u001b[1Aweb created\u001b[K\r\n\u001b[?25h";
    expect(shownText(output)).toBe("head\nweb created\n");
  });

  it("has no titles, and no empty lines at its ends", () => {
    expect(shownText("\u001b]11;?\u001b\\\r\n\r\na\r\n\r\n\r\n\r\nb\r\n\r\n")).toBe("a\n\nb\n");
  });
});

describe("example values", () => {
  const [one, other] = ["3e7dcda2-fa2d-41b0-97f8-c731baf29d9f", "1894ffd0-34d9-47ba-89b2-7142f038beac"];

  it("stand for the IDs of a run on the page, and for them again in what is run", () => {
    const [first, second] = [createExamples(), createExamples()];
    const shown = first.toPage(`id: "${one}"`);
    expect(shown).toMatch(/^id: "[\da-f-]{36}"$/);
    expect(shown).not.toContain(one);
    expect(second.toPage(`id: "${other}"`)).toBe(shown);
    expect(second.fromPage(shown)).toBe(`id: "${other}"`);
  });

  it("leave IDs that are the same everywhere as they are, and shorten tokens", () => {
    const examples = createExamples();
    examples.keepUuids(`Environment ${one}`);
    expect(examples.toPage(`${one} eyJhbGciOiJI.eyJyb2xl.7dIXCf-OR`)).toBe(`${one} eyJhbGciOi…`);
  });
});

describe("comparing outputs", () => {
  it("ignores times, the width of columns, the order of resources, and states that were passed quickly", () => {
    const fast = ` +   ├─ Container  web    created (0.1s)\n +   └─ Container  cache  created (3s)\n\nDuration: 4s\n`;
    const slow = ` +   ├─ Container  cache  created (12s)\n +   └─ Container  web    created (1m3s)\n\nDuration: 1m20s\n`;
    expect(comparable(slow)).toBe(comparable(fast));
    const queued = `    DeploymentTrigger "release": DEPLOYMENT_QUEUED (0 s)\n`;
    const deployed = `    DeploymentTrigger "release": DEPLOYED (4 s)\n`;
    expect(comparable(queued + deployed)).toBe(comparable(deployed));
  });

  it("sees another resource, another number of them, and another message", () => {
    expect(comparable(" +   └─ Container  web  created (1s)\n")).not.toBe(
      comparable(" +   └─ Container  cache  created (1s)\n"),
    );
    expect(comparable("    + 3 created\n")).not.toBe(comparable("    + 2 created\n"));
    expect(comparable("cpu must be 1\n")).not.toBe(comparable("cpu must be 2\n"));
  });
});

describe("installing", () => {
  it("takes the packed packages in place of the published ones", () => {
    const replacements = new Map([["pulumi-app-platform", "/packed.tgz"]]);
    const commands = "npm install pulumi-app-platform other\necho pulumi-app-platform\n";
    expect(withReplacements(commands, replacements)).toBe("npm install /packed.tgz other\necho pulumi-app-platform\n");
  });
});

describe("a shell session", () => {
  const home = mkdtempSync(join(tmpdir(), "session-"));
  let session: Session;
  beforeAll(() => {
    session = openSession(home, { PATH: process.env.PATH, HOME: home, SHELL: "/bin/bash" });
  });
  afterAll(async () => {
    await session.close();
    rmSync(home, { recursive: true });
  });

  it("keeps folder and variables from one block to the next", async () => {
    expect(await session.run("mkdir shop && cd shop\nexport NAME='a \"b'\n")).toEqual({ code: 0, output: "\n" });
    session.writeFile("file", "text");
    expect((await session.run('echo "$NAME $(pwd) $(cat file)"\n')).output).toBe(`a "b ${home}/shop text\n`);
    expect(session.readFile("file")).toBe("text");
  });

  it("runs commands in a terminal, up to the first that fails", async () => {
    expect(await session.run("test -t 1 && echo terminal\nfalse\necho more\n")).toEqual({
      code: 1,
      output: "terminal\n",
    });
  });

  it("starts a command that continues, in the same folder, and ends it with the session", async () => {
    expect(await session.start('echo "in $(basename "$(pwd)")"; echo $$ > pid; exec sleep 60\n')).toBe("in shop\n");
    const pid = Number(session.readFile("pid"));
    expect(process.kill(pid, 0)).toBe(true);
    await session.close();
    expect(() => process.kill(pid, 0)).toThrow("ESRCH");
  });

  it("reports a command that ends although it must continue", async () => {
    await expect(session.start("echo no >&1; exit 3\n")).rejects.toThrow(/must stay running .* it printed:\nno/s);
  });
});
