/** How far a running deployment is, between two readings of it. */
import { type ReadonlySignal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { DeploymentDetail } from "../../../src/dashboard/contract.js";
import { info } from "../platform/overview.js";
import type { Reading } from "../platform/reading.js";

const tick = 250;

export function isRunning({ durationSeconds }: DeploymentDetail): boolean {
  return durationSeconds === null;
}

/** The moments at which a service's state changes, so that what follows must be read from the platform. */
function nextChange({ tasks, elapsedSeconds, totalSeconds }: DeploymentDetail): number {
  const moments = tasks.flatMap(({ steps }) => steps.map(({ from }) => from));
  return Math.min(totalSeconds, ...moments.filter((from) => from > elapsedSeconds));
}

/** The elapsed seconds of the platform's clock, which passes at its own speed. */
export function useElapsed(reading: Reading<DeploymentDetail>, detail: DeploymentDetail): ReadonlySignal<number> {
  const elapsed = useSignal(detail.elapsedSeconds);
  const speed = info.value?.speed;
  useEffect(() => {
    elapsed.value = detail.elapsedSeconds;
    if (!isRunning(detail) || typeof speed !== "number") return;
    const next = nextChange(detail);
    const timer = setInterval(() => {
      const passed = ((performance.now() - reading.at.peek()) / 1000) * speed;
      elapsed.value = Math.min(detail.elapsedSeconds + passed, detail.totalSeconds);
      if (elapsed.value >= next) reading.again();
    }, tick);
    return () => clearInterval(timer);
  }, [detail, speed, elapsed, reading]);
  return elapsed;
}
