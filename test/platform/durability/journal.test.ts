/** The data file by itself: whatever happened to it, it has what was stored, or says that it is damaged. */
import fs, { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createContent } from "../../../backend/src/store/content.js";
import { readJournal } from "../../../backend/src/store/journal.js";
import { openStore, type Store } from "../../../backend/src/store/store.js";
import { openedFolder } from "../../opened-folder.js";
import { holds } from "../../seeds.js";

const folder = openedFolder("journal");
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});
let files = 0;
const newFile = () => join(folder, `data-${++files}.db`);

const tables = ["meta", "record"];

/** What a data file with these bytes has, in its order. */
function contentOf(bytes: Buffer): string[] {
  const content = createContent(() => undefined);
  for (const each of tables) content.table(each);
  readJournal(bytes, content);
  return [...content.all()];
}

function threeWrites(): [Buffer, Buffer, Buffer] {
  const file = newFile();
  const store = openStore(file);
  const write = (name: string) => {
    store.write(() => {
      store.meta.set("name", name);
      store.records.put("gitToken", name, { id: name, name: "größer" });
    });
    return readFileSync(file);
  };
  const stages: [Buffer, Buffer, Buffer] = [write("a"), write("b"), write("c")];
  store.close();
  return stages;
}

describe("a data file", () => {
  const [first, before, whole] = threeWrites();

  it("that ends anywhere in its last record is as before that write", () => {
    for (let end = before.length; end < whole.length - 1; end++) {
      expect([end, contentOf(whole.subarray(0, end))]).toEqual([end, contentOf(before)]);
    }
    // Only the line break behind it is missing.
    expect(contentOf(whole.subarray(0, -1))).toEqual(contentOf(whole));
  });

  it("whose last record has any other byte anywhere is as before that write", () => {
    for (let at = before.length; at < whole.length; at++) {
      for (let byte = 0; byte < 256; byte++) {
        if (byte === whole[at]) continue;
        const damaged = Buffer.from(whole);
        damaged[at] = byte;
        expect([at, byte, contentOf(damaged)]).toEqual([at, byte, contentOf(before)]);
      }
    }
  });

  it("that has any other byte anywhere else is refused, with the line", () => {
    for (let at = 0; at < before.length; at++) {
      const line = whole.subarray(0, at).filter((byte) => byte === 10).length + 1;
      for (let byte = 0; byte < 256; byte++) {
        if (byte === whole[at]) continue;
        const damaged = Buffer.from(whole);
        damaged[at] = byte;
        let reason = "";
        try {
          contentOf(damaged);
        } catch (error) {
          reason = (error as Error).message;
        }
        if (line === 1) expect(reason).toMatch(/^its (first line isn't that|format is \d, but this)/);
        else expect([at, byte, reason]).toEqual([at, byte, expect.stringMatching(`^line (${line}|${line + 1}) `)]);
      }
    }
  });

  it("with two damaged records at its end is refused, since only one write can have been interrupted", () => {
    const damaged = Buffer.from(whole)
      .fill(0, first.length + 20, first.length + 30)
      .fill(0, before.length + 20, before.length + 30);
    expect(() => contentOf(damaged)).toThrow("line 5 isn't as it was written");
  });

  it("without one of its records is refused", () => {
    const without = Buffer.concat([first, whole.subarray(before.length)]);
    expect(() => contentOf(without)).toThrow("line 5 is record 3 instead of 2");
  });

  it("that ends in an interrupted write is written to as if that had never been", () => {
    const file = newFile();
    writeFileSync(file, whole.subarray(0, whole.length - 20));
    const store = openStore(file);
    store.meta.set("name", "later");
    store.close();
    expect(() => store.meta.set("name", "too late")).toThrow("out of range");
    expect(openAndRead(file, ({ meta, records }) => [meta.get("name"), records.all().map(({ id }) => id)])).toEqual([
      "later",
      ["a", "b"],
    ]);
  });

  it("whose very first write was interrupted is a new one", () => {
    const header = whole.indexOf(10) + 1;
    for (let end = 0; end <= header; end++) {
      const file = newFile();
      writeFileSync(file, whole.subarray(0, end));
      openAndRead(file, ({ meta }) => meta.set("name", "new"));
      expect(openAndRead(file, ({ meta }) => meta.get("name"))).toBe("new");
    }
  });
});

function openAndRead<T>(file: string, read: (store: Store) => T): T {
  const store = openStore(file);
  try {
    return read(store);
  } finally {
    store.close();
  }
}

it("whatever is written, undone and opened again, a file has what was there, in its order", async () => {
  const name = fc.constantFrom("a", "b", "c", "d");
  const change = fc.record({ name, value: fc.option(fc.string({ unit: "binary" }), { nil: undefined }) });
  const step = fc.record({ changes: fc.array(change, { maxLength: 5 }), fails: fc.boolean(), reopens: fc.boolean() });
  await holds(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const file = newFile();
      let store = openStore(file);
      for (const { changes, fails, reopens } of steps) {
        const before = store.records.all();
        const work = () => {
          for (const { name: id, value } of changes) {
            if (value === undefined) store.records.remove("gitToken", id);
            else store.records.put("gitToken", id, { id, name: value });
          }
          if (fails) throw new Error("It fails.");
        };
        await store.writeTogether(work).catch(() => undefined);
        if (fails) expect(store.records.all()).toEqual(before);
        const after = [store.records.all(), store.records.list("gitToken")];
        if (!reopens) continue;
        store.close();
        store = openStore(file);
        expect([store.records.all(), store.records.list("gitToken")]).toEqual(after);
      }
      store.close();
    }),
    100,
  );
});

describe("a long file", () => {
  const text = "x".repeat(4 * 1024 * 1024);
  /** More than what a file may have before it is rewritten. */
  const many = 10;

  function fill(store: Store): void {
    store.meta.set("kept", "value");
    for (let each = 0; each < many; each++) store.meta.set("text", `${each}${text}`);
  }

  it("is rewritten while it is written to, and has the same", () => {
    const file = newFile();
    // What a kill has left of it once.
    writeFileSync(`${file}-new`, "half of");
    openAndRead(file, (store) => {
      fill(store);
      expect(statSync(file).size).toBeLessThan(5 * text.length);
      store.meta.set("last", "value");
    });
    expect([statSync(file).mode & 0o777, existsSync(`${file}-new`)]).toEqual([0o600, false]);
    expect(openAndRead(file, ({ meta }) => ["kept", "last", "text"].map((key) => meta.get(key)?.slice(0, 5)))).toEqual([
      "value",
      "value",
      `${many - 1}xxxx`,
    ]);
  });

  it.each(["renameSync", "fsyncSync"] as const)(
    "stays as it is if it cannot be rewritten (%s), and is rewritten later",
    (step) => {
      const file = newFile();
      openAndRead(file, (store) => {
        vi.spyOn(fs, step).mockImplementation(() => {
          throw new Error("EBUSY");
        });
        syncBuiltinESMExports();
        fill(store);
        store.meta.set("last", "value");
        expect([statSync(file).size > many * text.length, existsSync(`${file}-new`)]).toEqual([true, false]);
      });
      vi.restoreAllMocks();
      syncBuiltinESMExports();
      openAndRead(file, ({ meta }) => {
        expect(statSync(file).size).toBeLessThan(2 * text.length);
        expect(["kept", "last"].map((key) => meta.get(key))).toEqual(["value", "value"]);
      });
    },
  );
});
