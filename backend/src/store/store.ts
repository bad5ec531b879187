import { type Content, createContent } from "./content.js";
import { type Deployments, openDeployments } from "./deployments.js";
import { createGroupCommit } from "./group-commit.js";
import { type JournalOptions, openJournal, readOpenJournal } from "./journal.js";
import { type Meta, openMeta } from "./meta.js";
import { openRecords, type Records } from "./records.js";
import { openServices, type Services } from "./services.js";

export interface Store {
  readonly meta: Meta;
  readonly records: Records;
  readonly services: Services;
  readonly deployments: Deployments;
  /** Runs `work` as one transaction: all of it is stored, or nothing. */
  write<T>(work: () => T): T;
  /** Like `write`, but together with what other requests write: one sync to disk is enough for all of them. */
  writeTogether<T>(work: () => T): Promise<T>;
  /** Removes all content. The signing key and other single values stay. */
  clear(): void;
  close(): void;
}

/** Opens a data file; `:memory:` stores nothing. */
export function openStore(file: string, options: JournalOptions = {}): Store {
  if (file === ":memory:")
    return storeOf(
      createContent(() => undefined),
      () => undefined,
    );
  const content = createContent((changes) => journal.append(changes));
  const close = () => journal.close();
  const store = storeOf(content, close);
  const journal = openJournal(file, content, options);
  return store;
}

/** The single values in a data file, which a running platform may have open. */
export function readMeta(file: string): Meta {
  const content = createContent(() => undefined);
  readOpenJournal(file, content);
  return openMeta(content);
}

function storeOf(content: Content, close: () => void): Store {
  const services = openServices(content);
  return {
    meta: openMeta(content),
    records: openRecords(content, services.forgetRepresentations),
    services,
    deployments: openDeployments(content, services.isLastDeployment),
    write: content.write,
    writeTogether: createGroupCommit(content),
    clear() {
      for (const name of ["record", "service", "deployment"]) {
        const table = content.table(name);
        for (const { key } of table.rows()) table.remove(key);
      }
    },
    close,
  };
}
