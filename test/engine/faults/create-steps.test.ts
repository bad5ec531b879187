/** Creates that fail halfway, after the platform has made the resource: the state keeps it, and the next update continues, also after a refresh. */
import { describe, expect, it } from "vitest";
import type { Platform as Backend } from "../../platform/support/platform.js";
import { type FrontendName, frontends } from "../../support/frontend.js";
import { sample } from "../../support/full.js";
import type { Values } from "../../support/provider.js";
import { failureOf } from "../../unit/support/fake-platform.js";
import { contentOf } from "./backend-content.js";
import { openedBackends } from "./backends.js";
import { argsOf, container, database, job, type Kind, madeByHand, terraform } from "./endpoints.js";
import { providerAt } from "./provider.js";
import { failureFrom, unclearIn } from "./reported-failure.js";

const backends = openedBackends(4, { endpoints: "extended" });

const times = { requestSeconds: 0.5, operationSeconds: 2 };
const verbsOf = ({ url, tokens }: Backend, { kind }: Kind, frontend: FrontendName) =>
  providerAt({ frontend, url, token: tokens.admin, endpoints: "extended", ...times }).of(kind);
const meet = ({ request }: Backend, route: string, fault: string, when: string) =>
  request("PUT", "/_local/faults", { body: { rules: [{ match: { route }, fault, when }] } });

const edits: readonly [Kind, string][] = [
  [container, "editContainer"],
  [job, "editJob"],
  [database, "editDatabase"],
  [terraform, "editTerraform"],
];
const faults = [
  ["reset", "before"],
  ["no-answer", "after"],
  ["500", "before"],
  ["502-html", "after"],
  ["400", "before"],
  ["403", "before"],
  ["404", "before"],
  ["409", "before"],
] as const;

async function expectKept(
  backend: Backend,
  kind: Kind,
  args: Values,
  frontend: FrontendName,
  when = "before",
): Promise<void> {
  const name = String(args.name);
  const failure = failureFrom(await failureOf(verbsOf(backend, kind, frontend).create(args)));
  expect(failure.code).toBe("AP4001");
  expect(unclearIn(failure, { kind: kind.kind, frontend, secrets: Object.values(backend.tokens) })).toEqual([]);
  const { id = "", properties = {} } = failure.kept ?? {};
  expect((await contentOf(backend)).services(kind.wire, name)).toEqual([expect.objectContaining({ id })]);
  await backend.request("DELETE", "/_local/faults");
  const { read, diff, update, delete: remove } = verbsOf(backend, kind, frontend);
  // After a refresh, the engine no longer knows that the create has failed.
  const refreshed = await read(id, properties);
  expect((await diff(id, refreshed.outputs, args)).changes === false).toBe(when === "after");
  const { outputs } = await update(id, refreshed.outputs, args);
  expect(outputs.description).toBe(args.description);
  expect((await diff(id, outputs, args)).changes).toBe(false);
  const found = (await contentOf(backend)).services(kind.wire, name);
  expect(found.map((each) => [each.id, each.config.description])).toEqual([[id, args.description]]);
  // As the next `pulumi destroy` does.
  await remove(id, outputs);
  expect((await contentOf(backend)).services(kind.wire, name)).toEqual([]);
}

describe.concurrent.each(edits.map((each, place) => [...each, place] as const))(
  "clone of a $kind",
  (kind, edit, place) => {
    it.each(sample(faults, place, 4))(
      "fails with AP4001 if its update gets %s (%s it's carried out), and the next update completes it",
      (fault, when) =>
        backends.borrow(async (backend) => {
          const source = await madeByHand(backend, kind, "source");
          const environmentId = backend.ids.environment;
          await meet(backend, edit, fault, when);
          const args = { environmentId, name: "clone", cloneFrom: source.id, description: "edited" };
          await expectKept(backend, kind, args, frontends[place % frontends.length] as FrontendName, when);
        }),
    );
  },
);

it.each(frontends)(
  "create of a Database (%s provider) fails with AP4001 if its update gets 500, and the next update completes it",
  (frontend) =>
    backends.borrow(async (backend) => {
      await meet(backend, "editDatabase", "500", "before");
      await expectKept(backend, database, argsOf(backend, "managedDatabase"), frontend);
    }),
);
