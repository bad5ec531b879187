/** A process that writes to a log of requests: `node --import tsx request-log-in-process.ts <file> <name> <lines>`. It ends by SIGKILL. */
import { logging } from "../../../provider/platform/requestLog.js";
import { systemClock } from "../../support/provider.js";

const [file = "", name = "", lines = "0"] = process.argv.slice(2);
const origin = {
  name: () => name.repeat(2_000),
  connection: undefined,
  redact: (text: string) => text,
  warn: console.error,
};
const send = logging(async () => ({ status: 200, headers: {}, text: "" }), file, systemClock);

async function write(): Promise<void> {
  for (let attempt = 1; attempt <= Number(lines); attempt += 1) {
    const logged = { route: "/container", path: "/container", attempt, origin, redact: (text: string) => text };
    await send({ method: "GET", path: "", headers: {}, logged }, new AbortController().signal);
  }
  process.kill(process.pid, "SIGKILL");
}
void write();
