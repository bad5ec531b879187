import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { plainEnvironment, plant, seededIds } from "../../backend/src/seed.js";
import { openStore, type Store } from "../../backend/src/store/store.js";
import { openedFolder } from "../support/opened-folder.js";
import { readStored } from "./support/stored.js";

const { organization: organizationId, otherEnvironment: id } = seededIds;
const folder = openedFolder("group-commit");
let files = 0;
let file: string;
let store: Store;

beforeEach(() => {
  file = join(folder, `${++files}.db`);
  store = openStore(file);
  plant(store, undefined);
});
afterEach(() => {
  restoreFiles();
  store.close();
});

function restoreFiles(): void {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
}

const rename = (name: string) => store.records.put("organization", organizationId, { id: organizationId, name });
const name = () => store.records.get("organization", organizationId)?.name;

/** The names of the organization and an environment in the file. */
function storedNames(): (string | undefined)[] {
  const { records } = readStored(file);
  const nameOf = (key: string) => records.get(key)?.name as string | undefined;
  return [nameOf(`organization ${organizationId}`), nameOf(`environment ${id}`)];
}

describe("parallel writes", () => {
  it("are synced to disk together before each of them is acknowledged", async () => {
    const synced = vi.spyOn(fs, "fdatasyncSync");
    syncBuiltinESMExports();
    const seen: unknown[] = [];
    const write = async (number: number) => {
      await store.writeTogether(() => store.meta.set(`key-${number}`, "value"));
      seen.push(readStored(file).meta.get(`key-${number}`));
    };
    await Promise.all(Array.from({ length: 20 }, (_, number) => write(number)));
    expect(synced).toHaveBeenCalledTimes(1);
    expect(seen).toEqual(new Array(20).fill("value"));
  });

  it("are stored in several groups if their work takes long", async () => {
    const synced = vi.spyOn(fs, "fdatasyncSync");
    syncBuiltinESMExports();
    let now = 0;
    vi.spyOn(performance, "now").mockImplementation(() => now);
    const write = (milliseconds: number) =>
      store.writeTogether(() => {
        now += milliseconds;
        store.meta.set("key", String(now));
      });
    await Promise.all([write(60), write(60), write(60), write(1), write(200), write(1)]);
    expect(synced).toHaveBeenCalledTimes(3);
    expect(readStored(file).meta.get("key")).toBe("382");
  });

  it("roll back only the one that fails", async () => {
    const outcomes = await Promise.allSettled([
      store.writeTogether(() => {
        store.records.put("environment", id, plainEnvironment({ id, name: "first", autoPreview: false }));
        return "first";
      }),
      store.writeTogether(() => {
        rename("second");
        throw new Error("The second fails.");
      }),
      store.writeTogether(name),
    ]);
    expect(outcomes).toEqual([
      { status: "fulfilled", value: "first" },
      { status: "rejected", reason: new Error("The second fails.") },
      { status: "fulfilled", value: "local" },
    ]);
    expect(storedNames()).toEqual(["local", "first"]);
  });

  it("fail together if the disk fails, and change neither memory nor file", async () => {
    vi.spyOn(fs, "fdatasyncSync").mockImplementation(() => {
      throw new Error("EIO: i/o error, fdatasync");
    });
    syncBuiltinESMExports();
    const outcomes = await Promise.allSettled(["lost", "too"].map((each) => store.writeTogether(() => rename(each))));
    restoreFiles();
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(name()).toBe("local");
    await store.writeTogether(() => rename("later"));
    expect(storedNames()).toEqual(["later", "other"]);
  });
});

it("records that are read can't be changed in memory", () => {
  const organization = store.records.get("organization", organizationId);
  expect(() => Object.assign(organization as object, { name: "changed" })).toThrow(TypeError);
  expect(name()).toBe("local");
});
