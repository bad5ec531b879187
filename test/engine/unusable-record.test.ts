/** Runs whose record, the file that all their provider processes share, can't be used from the start. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Container } from "pulumi-app-platform";
import { expect, test } from "vitest";
import { joinRun } from "../../provider/engine/ledger.js";
import { containerArgs } from "./support/declare.js";
import { forgetRequests, writes } from "./support/journal.js";
import { opened } from "./support/opened.js";
import { openEngineStack } from "./support/stack.js";
import { ledgersOfRun } from "./support/start-plugin.js";

const { platform } = opened({ endpoints: "extended" });

test.each<[when: string, spoil: (run: string) => void, isEarly: boolean]>([
  ["a file is in its place", (run) => writeFileSync(run, ""), true],
  ["its file was deleted", (run) => rmSync(run, { recursive: true }), false],
])(
  "up and destroy fail with AP2015 before the first write if the record of the run can't be used: %s",
  async (_, spoil, isEarly) => {
    const folder = mkdtempSync(join(tmpdir(), "runs-"));
    let isSpoiled = false;
    let usable = ledgersOfRun();
    const ledger = (writer: string) => {
      if (!isSpoiled) return usable(writer);
      const [address, run] = [writer, join(folder, writer)];
      rmSync(run, { recursive: true, force: true });
      if (isEarly) spoil(run);
      const { ledger: own } = joinRun(address, folder);
      if (!isEarly) spoil(run);
      return own;
    };
    const stack = await openEngineStack(platform, { env: { APP_PLATFORM_ENDPOINTS: "extended" }, ledger });
    const program =
      (cpu: number, ...names: string[]) =>
      () => {
        for (const name of names) new Container(name, containerArgs(platform, { name, cpu }));
      };
    await stack.run("up", program(500, "web"));
    isSpoiled = true;
    await forgetRequests(platform);
    expect(await stack.fails("up", program(500, "web", "new"))).toContain("AP2015");
    expect(await stack.fails("up", program(600, "web"))).toContain("AP2015");
    expect(await stack.fails("destroy")).toContain("AP2015");
    expect(await writes(platform)).toEqual([]);
    [isSpoiled, usable] = [false, ledgersOfRun()];
    expect((await stack.run("up", program(600, "web"))).changes).toEqual({ same: 1, update: 1 });
    usable = ledgersOfRun();
    await stack.run("destroy");
    await stack.close();
    rmSync(folder, { recursive: true });
  },
);
