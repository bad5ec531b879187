import { announced } from "../parts/notices.js";
import { absoluteTime, duration } from "../parts/text.js";
import { ask } from "../platform/ask.js";
import { info } from "../platform/overview.js";
import { Control } from "./control.js";
import { Field, submitted } from "./field.js";

const common = [1, 10, 60, 3600];

const advance = (seconds: number) =>
  announced(async () => {
    const { reading } = await ask<{ reading: string }>("POST", "clock", { advanceSeconds: seconds });
    return `The clock was advanced by ${duration(seconds)}, to ${absoluteTime(Date.parse(reading))}.`;
  });

function Advance() {
  return (
    <form class="fields" onSubmit={submitted(({ seconds }) => advance(Number(seconds)))}>
      <fieldset class="actions">
        <legend class="unseen">Common durations</legend>
        {common.map((seconds) => (
          <button key={seconds} type="button" onClick={() => advance(seconds)}>
            + {duration(seconds)}
          </button>
        ))}
      </fieldset>
      <Field label="Seconds">
        <input name="seconds" type="number" min="0" max="1000000000" step="any" required defaultValue="5" />
      </Field>
      <button type="submit">Advance</button>
    </form>
  );
}

export function ClockControl() {
  const platform = info.value;
  const reading = platform?.clockReading;
  return (
    <Control id="clock" title="Clock" hint="Deployments follow the platform's clock.">
      {platform?.speed === "manual" ? (
        <>
          <p>{reading == null ? "" : `It reads ${absoluteTime(Date.parse(reading))}.`}</p>
          <Advance />
        </>
      ) : (
        <p>
          The clock runs by itself (speed {platform?.speed ?? "unknown"}), so it can't be advanced. Start the platform
          with <code>--speed manual</code> to advance it here.
        </p>
      )}
    </Control>
  );
}
