import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { plant, seededIds } from "../../backend/src/seed.js";
import { type Connection, openDatabase } from "../../backend/src/store/database.js";
import { openStore, type Store, storeOn } from "../../backend/src/store/store.js";

const organizationId = seededIds.organization;
let folder: string;
let file: string;
let connection: Connection;
let store: Store;
let executed: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "group-commit-"));
  file = join(folder, "data.db");
  connection = openDatabase(file);
  executed = [];
  const exec = connection.exec.bind(connection);
  connection.exec = (sql: string) => {
    executed.push(sql);
    return exec(sql);
  };
  store = storeOn(connection);
  plant(store, undefined);
  executed = [];
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true });
});

const rename = (name: string) => store.records.put("organization", organizationId, { id: organizationId, name });

/** What another process reads from the file. */
function storedNames(): (string | undefined)[] {
  const other = openStore(file);
  const names = [
    other.records.get("organization", organizationId)?.name,
    other.records.get("gitToken", seededIds.gitToken)?.name,
  ];
  other.close();
  return names;
}

describe("writes that wait at the same time", () => {
  it("are committed together, and each is told once it is on disk", async () => {
    const seen: unknown[] = [];
    const write = async (number: number) => {
      await store.writeTogether(() => store.meta.set(`key-${number}`, "value"));
      const other = openStore(file);
      seen.push(other.meta.get(`key-${number}`));
      other.close();
    };
    await Promise.all(Array.from({ length: 20 }, (_, number) => write(number)));
    expect(executed).toEqual(["BEGIN IMMEDIATE", "COMMIT"]);
    expect(seen).toEqual(new Array(20).fill("value"));
  });

  it("are undone alone if they fail, whatever the others do", async () => {
    const outcomes = await Promise.allSettled([
      store.writeTogether(() => {
        store.records.put("gitToken", seededIds.gitToken, { id: seededIds.gitToken, name: "first" });
        return "first";
      }),
      store.writeTogether(() => {
        rename("second");
        throw new Error("The second fails.");
      }),
      store.writeTogether(() => store.records.get("organization", organizationId)?.name),
    ]);
    expect(outcomes).toEqual([
      { status: "fulfilled", value: "first" },
      { status: "rejected", reason: new Error("The second fails.") },
      { status: "fulfilled", value: "local" },
    ]);
    expect(storedNames()).toEqual(["local", "first"]);
  });

  it("fail all if they cannot be committed, and nothing of them is shown", async () => {
    const exec = connection.exec;
    connection.exec = (sql: string) => {
      if (sql === "COMMIT") throw new Error("The disk is full.");
      return exec(sql);
    };
    const outcomes = await Promise.allSettled([
      store.writeTogether(() => rename("lost")),
      store.writeTogether(() => store.records.get("organization", organizationId)?.name),
    ]);
    connection.exec = exec;
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(store.records.get("organization", organizationId)?.name).toBe("local");
    await store.writeTogether(() => rename("later"));
    expect(storedNames()).toEqual(["later", "git"]);
  });
});

describe("what is kept in memory", () => {
  const name = () => store.records.get("organization", organizationId)?.name;

  it("is forgotten when the transaction that wrote it is undone", () => {
    const fails = () =>
      store.write(() => {
        rename("never");
        expect(name()).toBe("never");
        throw new Error("It fails.");
      });
    expect(fails).toThrow("It fails.");
    expect(name()).toBe("local");
  });

  it("is read again once another process has written to the file", async () => {
    expect(name()).toBe("local");
    const other = openStore(file);
    other.records.put("organization", organizationId, { id: organizationId, name: "elsewhere" });
    other.close();
    // The requests of one moment are served from what was known when the first of them arrived.
    await new Promise(setImmediate);
    expect(name()).toBe("elsewhere");
  });

  it("cannot be changed by those who read it", () => {
    const organization = store.records.get("organization", organizationId);
    expect(() => Object.assign(organization as object, { name: "changed" })).toThrow(TypeError);
    expect(name()).toBe("local");
  });
});
