import { connect } from "node:http2";

/** Address of the engine that this plugin process works for, `127.0.0.1:41234`; none outside a plugin. */
export function engineAddress(): string | undefined {
  const [, , address] = process.argv;
  return address !== undefined && /^[\w.:[\]-]+:\d+$/.test(address) ? address : undefined;
}

/** Pause before the engine is looked for again after its connection broke, in milliseconds. */
const again = 50;

/**
 * Says once when the engine is gone: it was there, and nothing listens at its address any more. A plugin may outlive a killed
 * engine by minutes, and whatever it makes then, no state will ever know.
 *
 * An idle HTTP/2 session, as the engine speaks it, tells that at once and costs nothing.
 */
export function watchEngine(address: string, gone: () => void): void {
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
      if (isRefused && wasThere) gone();
      else if (wasThere) setTimeout(watch, again).unref();
    });
  };
  watch();
}
