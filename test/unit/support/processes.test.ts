import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { isAlive, kill, startedBy } from "../../support/processes.js";

describe("startedBy", () => {
  it("finds processes after their parent has ended, and ends them by a signal", async () => {
    const shell = spawn("/bin/sh", ["-c", "/bin/sleep 30 & echo $!; wait"], {
      detached: true,
      stdio: ["ignore", "pipe", "ignore"],
    });
    const [said] = await once(shell.stdout, "data");
    shell.stdout.destroy();
    const [pid, sleeper] = [shell.pid as number, Number(String(said))];
    await expect.poll(() => startedBy(pid)).toMatchObject([{ pid: sleeper, command: "/bin/sleep 30" }]);
    kill(pid, "SIGKILL");
    await once(shell, "exit");
    expect(startedBy(pid).map((each) => each.pid)).toEqual([sleeper]);
    kill(sleeper, "SIGKILL");
    while (isAlive(sleeper)) await sleep(5);
  });

  it("never returns all processes of the machine", () => {
    expect(startedBy(0)).toEqual([]);
    expect(startedBy(1)).toEqual([]);
  });

  it("ignores a process that has ended before the signal", async () => {
    const child = spawn(process.execPath, ["-e", "0"]);
    await once(child, "exit");
    expect(() => kill(child.pid as number, "SIGTERM")).not.toThrow();
  });
});
