import { connect } from "node:http2";
import { watchParents } from "./processInfo.js";

/**
 * Address of the engine that this plugin process works for, such as `127.0.0.1:41234`; none outside a plugin. Pulumi passes it last:
 * with `--tracing`, `--logflow` or `-v`, flags come before it.
 */
export function engineAddress(args: readonly string[] = process.argv.slice(2)): string | undefined {
  return args.findLast((each) => /^[\w.:[\]-]+:\d+$/.test(each));
}

/** Delay before reconnecting to the engine after its connection broke, in milliseconds. */
const reconnectDelay = 50;

/** Time between two looks at the process that started this one, in milliseconds. */
const parentInterval = 1_000;

/**
 * Calls back once when the engine is gone: it was there, and nothing is listening at its address any more, or the process
 * that started this one has ended. A plugin may outlive a killed engine by minutes, and no state would ever contain what it
 * creates then.
 *
 * An idle HTTP/2 session, the protocol of the engine, detects that immediately and costs nothing. The parent process also
 * tells where the session was never established, or where another process keeps its socket open.
 */
export function watchEngine(address: string, whenGone: () => void): void {
  let isGone = false;
  const isParentThere = watchParents();
  const timer = setInterval(() => {
    if (!isParentThere()) onGone();
  }, parentInterval).unref();
  const onGone = () => {
    clearInterval(timer);
    if (!isGone) whenGone();
    isGone = true;
  };
  let wasThere = false;
  const watch = () => {
    const session = connect(`http://${address}`);
    session.unref();
    let isRefused = false;
    session.once("connect", () => {
      wasThere = true;
      session.unref();
    });
    session.on("error", ({ code }: NodeJS.ErrnoException) => {
      isRefused = code === "ECONNREFUSED";
    });
    session.once("close", () => {
      if (isRefused && wasThere) onGone();
      else if (wasThere) setTimeout(watch, reconnectDelay).unref();
    });
  };
  watch();
}
