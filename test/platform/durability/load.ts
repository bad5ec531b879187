/** Clients that write without a pause until the platform is gone. */
import { randomUUID } from "node:crypto";
import type { Chance } from "../../support/chance.js";
import { bodies, deployBodies, type KindName, kindNames } from "../support/bodies.js";
import type { Answer, Platform } from "../support/platform.js";
import type { Content, Entry, Ledger, Write } from "./ledger.js";

/** The most that one client keeps; beyond it deletes. */
const mostOwn = 10;

/** What deploys a service of each kind for the first time: here, jobs have an image. */
const selections: typeof deployBodies = { ...deployBodies, job: (id) => ({ jobs: [{ id, image_tag: "2" }] }) };

/** One client: works on services of its own, so that what each of them must be is known at any moment. */
export async function write(platform: Platform, ledger: Ledger, own: Set<Entry>, chance: Chance): Promise<never> {
  const { request, ids } = platform;
  // Up to several pages of the file, so that a record can be torn.
  const content = (): Content => ({
    name: randomUUID(),
    description: `${randomUUID()} `.repeat(1 + chance.below(400)),
  });

  /** Sends a write; whatever ends it without a response leaves it pending. */
  const attempt = async (entry: Entry, write: Write, next: Content | undefined, send: () => Promise<Answer>) => {
    entry.pending = { content: next };
    const answer = await send();
    entry.pending = undefined;
    if (write === "deploy" && answer.status === 409) return;
    if (answer.status >= 300) throw new Refused(`${write} returned ${answer.status}: ${answer.body?.detail}`);
    ledger.acknowledged[write] += 1;
    entry.content = next;
    if (write === "deploy") ledger.deployments.set(answer.body.last_deployment_id, entry.environment);
    else entry.id = answer.body?.id ?? entry.id;
    if (next === undefined) forget(entry);
  };
  const remember = (kind: KindName, environment: string) => {
    const entry: Entry = { kind, environment, id: undefined, content: undefined, pending: undefined };
    ledger.entries.add(entry);
    own.add(entry);
    return entry;
  };
  const forget = (entry: Entry) => {
    ledger.entries.delete(entry);
    own.delete(entry);
  };
  const bodyOf = (kind: KindName, next: Content) => ({ ...bodies[kind].minimal(ids), ...next });

  const create = async () => {
    const entry = remember(chance.pick(kindNames), chance.pick([ids.environment, ids.otherEnvironment]));
    const next = content();
    const path = `/environment/${entry.environment}/${entry.kind}`;
    await attempt(entry, "create", next, () => request("POST", path, { body: bodyOf(entry.kind, next) }));
  };
  const steps: Record<Exclude<Write, "create">, (entry: Entry) => Promise<void>> = {
    async clone({ kind, id, content: source }) {
      const entry = remember(kind, chance.pick([ids.environment, ids.otherEnvironment]));
      const name = randomUUID();
      const body = { name, environment_id: entry.environment };
      const next = { name, description: source?.description ?? "" };
      await attempt(entry, "clone", next, () => request("POST", `/${kind}/${id}/clone`, { body }));
    },
    async update(entry) {
      const next = content();
      const body = bodyOf(entry.kind, next);
      await attempt(entry, "update", next, () => request("PUT", `/${entry.kind}/${entry.id}`, { body }));
    },
    async deploy(entry) {
      const body = selections[entry.kind](entry.id ?? "");
      const path = `/environment/${entry.environment}/service/deploy`;
      await attempt(entry, "deploy", entry.content, () => request("POST", path, { body }));
    },
    async delete(entry) {
      await attempt(entry, "delete", undefined, () => request("DELETE", `/${entry.kind}/${entry.id}`));
    },
  };

  for (;;) {
    const mine = [...own].filter(({ content }) => content !== undefined);
    if (mine.length < 2 || chance.next() < 0.25) await create();
    else if (mine.length > mostOwn) await steps.delete(chance.pick(mine));
    else await steps[chance.pick(["clone", "update", "update", "deploy", "delete"] as const)](chance.pick(mine));
  }
}

/** A response that the load did not ask for. */
export class Refused extends Error {}
