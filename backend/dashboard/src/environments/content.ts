/** An environment's services and deployments, kept in step with the events of its stream. */
import { useEffect } from "preact/hooks";
import type { DeploymentSummary, EnvironmentContent } from "../../../src/dashboard/contract.js";
import { applied } from "../platform/changes.js";
import { follow, onEvent } from "../platform/live.js";
import { type Reading, useReading } from "../platform/reading.js";

const shownDeployments = 50;

const byStart = (one: DeploymentSummary, other: DeploymentSummary) => other.startedAt.localeCompare(one.startedAt);

/** Keeps the stream open for an environment, as soon as it is known. */
export function useFollowed(environmentId: string | undefined): void {
  useEffect(() => {
    if (environmentId !== undefined) follow(environmentId);
  }, [environmentId]);
}

export function useContent(id: string): Reading<EnvironmentContent> {
  useFollowed(id);
  const reading = useReading<EnvironmentContent>(`environments/${encodeURIComponent(id)}/content`);
  const { value } = reading;
  useEffect(() => {
    function change(next: (content: EnvironmentContent) => Partial<EnvironmentContent>) {
      const content = value.peek();
      if (content !== undefined) value.value = { ...content, ...next(content) };
    }
    const ends = [
      onEvent("services", (changes) => change(({ services }) => ({ services: applied(services, changes) }))),
      onEvent("others", (changes) => change(({ others }) => ({ others: applied(others, changes) }))),
      onEvent("deployments", (changes) =>
        change(({ deployments }) => ({
          deployments: applied(deployments, changes).sort(byStart).slice(0, shownDeployments),
        })),
      ),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [value]);
  return reading;
}
