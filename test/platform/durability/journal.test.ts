/** The data file by itself: whatever happened to it, it has what was stored, or says that it is damaged. */
import fs, { readFileSync, statSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createContent } from "../../../backend/src/store/content.js";
import { readJournal } from "../../../backend/src/store/journal.js";
import { openStore, readMeta, type Store } from "../../../backend/src/store/store.js";
import { openedFolder } from "../../support/opened-folder.js";
import { holds } from "../../support/seeds.js";
import { contextOn } from "../support/in-process.js";

const folder = openedFolder("journal");
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});
let files = 0;
const newFile = () => join(folder, `data-${++files}.db`);

const tables = ["meta", "record"];

/** What a data file with these bytes has, in its order. */
function contentOf(...pieces: Buffer[]): string[] {
  const content = createContent(() => undefined);
  for (const each of tables) content.table(each);
  readJournal(pieces, content);
  return [...content.all()];
}

function threeWrites(): [Buffer, Buffer, Buffer] {
  const file = newFile();
  const store = openStore(file);
  const write = (name: string) => {
    store.write(() => {
      store.meta.set("name", name);
      store.records.put("organization", name, { id: name, name: "größer" });
    });
    return readFileSync(file);
  };
  const stages: [Buffer, Buffer, Buffer] = [write("a"), write("b"), write("c")];
  store.close();
  return stages;
}

describe("data file", () => {
  const [first, before, whole] = threeWrites();

  it("has the content before its last write if the record of that write is cut", () => {
    for (let end = before.length; end < whole.length - 1; end++) {
      expect([end, contentOf(whole.subarray(0, end))]).toEqual([end, contentOf(before)]);
    }
    // Only the line break behind it is missing.
    expect(contentOf(whole.subarray(0, -1))).toEqual(contentOf(whole));
  });

  it("has the content before its last write if any byte of the record of that write is changed", () => {
    for (let at = before.length; at < whole.length; at++) {
      for (let byte = 0; byte < 256; byte++) {
        if (byte === whole[at]) continue;
        const damaged = Buffer.from(whole);
        damaged[at] = byte;
        expect([at, byte, contentOf(damaged)]).toEqual([at, byte, contentOf(before)]);
      }
    }
  });

  it("is refused with the number of the line if any byte of an earlier record is changed", () => {
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

  it("has the same content if it is read in pieces of any length", () => {
    const header = whole.indexOf(10) + 1;
    for (let length = 1; length < whole.length - header; length++) {
      const pieces = [whole.subarray(0, header + 1)];
      for (let at = header + 1; at < whole.length; at += length) pieces.push(whole.subarray(at, at + length));
      expect([length, contentOf(...pieces)]).toEqual([length, contentOf(whole)]);
    }
  });

  it("is refused if its last two records are damaged", () => {
    const damaged = Buffer.from(whole)
      .fill(0, first.length + 20, first.length + 30)
      .fill(0, before.length + 20, before.length + 30);
    expect(() => contentOf(damaged)).toThrow("line 5 isn't as it was written");
  });

  it("is refused if one of its records is missing", () => {
    const without = Buffer.concat([first, whole.subarray(before.length)]);
    expect(() => contentOf(without)).toThrow("line 5 is record 3 instead of 2");
  });

  it("drops an interrupted write, and accepts further writes", () => {
    const file = newFile();
    writeFileSync(file, whole.subarray(0, whole.length - 20));
    const store = openStore(file);
    store.meta.set("name", "later");
    store.close();
    expect(() => store.meta.set("name", "too late")).toThrow("out of range");
    const read = ({ meta, records }: Store) => [meta.get("name"), ...records.all().map(({ id }) => id)];
    expect(openAndRead(file, read)).toEqual(["later", "a", "b"]);
  });

  it("starts empty if its first write was interrupted", () => {
    const header = whole.indexOf(10) + 1;
    for (let end = 0; end <= header; end++) {
      const file = newFile();
      writeFileSync(file, whole.subarray(0, end));
      openAndRead(file, ({ meta }) => meta.set("name", "new"));
      expect(openAndRead(file, ({ meta }) => meta.get("name"))).toBe("new");
    }
  });
});

function openAndRead<T>(file: string, read: (store: Store) => T, shortLength?: number): T {
  const store = openStore(file, shortLength === undefined ? {} : { shortLength });
  try {
    return read(store);
  } finally {
    store.close();
  }
}

it("data file keeps its content and order after random writes, failures and restarts", async () => {
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
            if (value === undefined) store.records.remove("organization", id);
            else store.records.put("organization", id, { id, name: value });
          }
          if (fails) throw new Error("It fails.");
        };
        await store.writeTogether(work).catch(() => undefined);
        if (fails) expect(store.records.all()).toEqual(before);
        const after = [store.records.all(), store.records.list("organization")];
        if (!reopens) continue;
        store.close();
        store = openStore(file);
        expect([store.records.all(), store.records.list("organization")]).toEqual(after);
      }
      store.close();
    }),
    100,
  );
});

describe("long data file", () => {
  const shortLength = 20_000;
  const text = "x".repeat(2000);
  const many = 12;
  const open = (file: string, report?: (message: string) => void) => openStore(file, { shortLength, report });
  const namesIn = (file: string) =>
    openAndRead(file, ({ meta }) => ["kept", "last", "text"].map((key) => meta.get(key)?.slice(0, 5)));

  function fill(store: Store): void {
    store.meta.set("kept", "value");
    for (let each = 0; each < many; each++) store.meta.set("text", `${each}${text}`);
  }

  it("is rewritten in place with its current content while it is written to", () => {
    const file = newFile();
    openAndRead(file, () => undefined);
    const { ino } = statSync(file);
    const store = open(file);
    fill(store);
    store.meta.set("last", "value");
    store.close();
    expect(statSync(file).size).toBeLessThan(5 * text.length);
    // The same file: a bind mount can't be replaced, and the lock is on this one.
    expect([statSync(file).mode & 0o777, statSync(file).ino]).toEqual([0o600, ino]);
    expect(namesIn(file)).toEqual(["value", "value", `${many - 1}xxx`]);
  });

  /** Fails at the nth step that changes a file, and at all later ones, as if the process were killed then. */
  function killAt(step: number, part: number): () => boolean {
    let steps = 0;
    const isDead = () => ++steps >= step;
    const real = { ...fs };
    for (const name of ["writeSync", "fsyncSync", "fdatasyncSync", "ftruncateSync"] as const) {
      vi.spyOn(fs, name).mockImplementation(((descriptor: number, ...rest: [Buffer, number, number, number]) => {
        const isFirst = steps + 1 === step;
        if (!isDead()) return (real[name] as (...params: unknown[]) => unknown)(descriptor, ...rest);
        const [bytes, offset, length, position] = rest;
        // What is written may arrive in part.
        if (isFirst && name === "writeSync") {
          real.writeSync(descriptor, bytes, offset, Math.floor(length * part), position);
        }
        throw new Error("killed");
      }) as never);
    }
    syncBuiltinESMExports();
    return () => steps < step;
  }

  it.each([
    ["nothing", 0],
    ["half", 0.5],
    ["all", 1],
  ] as const)(
    "keeps all of its content if a rewrite is killed at any step, with %s of its last write in the file",
    (_, part) => {
      for (let step = 1, isOver = false; !isOver; step++) {
        const file = newFile();
        const store = openStore(file);
        fill(store);
        store.meta.set("last", "value");
        store.close();
        const before = readFileSync(file).length;
        const wasNotKilled = killAt(step, part);
        try {
          open(file).close();
        } catch {
          // It could not even cut off what it had begun.
        }
        vi.restoreAllMocks();
        syncBuiltinESMExports();
        isOver = wasNotKilled();
        expect([step, statSync(file).size < before || !isOver]).toEqual([step, true]);
        // Another program may read it before a platform repairs it.
        expect(readMeta(file).get("last")).toBe("value");
        expect([step, namesIn(file)]).toEqual([step, ["value", "value", `${many - 1}xxx`]]);
        if (isOver) expect(step).toBeGreaterThan(8);
      }
    },
  );

  it.each(["fsyncSync", "fdatasyncSync"] as const)(
    "stays unchanged and is reported if its rewrite fails (%s), and is rewritten later",
    (step) => {
      const file = newFile();
      const reported: string[] = [];
      const full = openStore(file);
      fill(full);
      full.close();
      vi.spyOn(fs, step).mockImplementation(() => {
        throw new Error("ENOSPC");
      });
      syncBuiltinESMExports();
      const before = readFileSync(file);
      const store = open(file, (message) => void reported.push(message));
      vi.restoreAllMocks();
      syncBuiltinESMExports();
      expect(reported).toEqual([
        `The data file ${file} can't be rewritten with only its current content, so it grows: ENOSPC.`,
      ]);
      expect(readFileSync(file)).toEqual(before);
      store.meta.set("last", "value");
      store.close();
      open(file).close();
      expect(statSync(file).size).toBeLessThan(2 * text.length);
      expect(namesIn(file).slice(0, 2)).toEqual(["value", "value"]);
    },
  );

  it("accepts writes again after the end of a rewrite has failed once", () => {
    const file = newFile();
    const full = openStore(file);
    fill(full);
    full.close();
    // The first part is overwritten only once the rest is on disk.
    const { ftruncateSync } = fs;
    const cutting = vi.spyOn(fs, "ftruncateSync").mockImplementation(() => {
      throw new Error("EIO");
    });
    syncBuiltinESMExports();
    const store = open(file);
    expect(() => store.meta.set("last", "lost")).toThrow("EIO");
    cutting.mockImplementation(ftruncateSync);
    store.meta.set("last", "value");
    store.close();
    expect(namesIn(file)).toEqual(["value", "value", `${many - 1}xxx`]);
  });
});

it("interrupted write to a data file is reported once with its number of bytes", () => {
  const file = newFile();
  openAndRead(file, ({ meta }) => {
    meta.set("name", "first");
    meta.set("name", "second");
  });
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.subarray(0, -10));
  const reported: string[] = [];
  const rest = bytes.length - 10 - (bytes.indexOf("second") - '\n01234567 [2,\t["meta","name","'.length);
  for (let opened = 0; opened < 2; opened++) {
    openStore(file, { report: (message) => void reported.push(message) }).close();
  }
  expect(reported).toEqual([
    `The last write to the data file ${file} was interrupted, and never acknowledged: ${rest} bytes are dropped.`,
  ]);
});

describe("start with a data file", () => {
  const service = (id: string, deletingSince: number | null, config: object) =>
    ({ id, environmentId: "e", kind: "container", lastDeploymentId: null, deletingSince, config }) as never;

  it("parses only the services whose deletion has started", () => {
    const file = newFile();
    openAndRead(file, ({ write, services }) => {
      for (let at = 0; at < 50; at++) {
        write(() => {
          services.insert(service(`a${at}`, null, { name: `a${at}` }));
          services.insert(service(`b${at}`, null, { name: `b${at}`, values: { deletingSince: null } }));
        });
      }
      services.insert(service("leaving", 5, { name: "leaving" }));
      services.insert(service("free", null, { name: "free", values: { deletingSince: 7 } }));
    });
    const parsed = vi.spyOn(JSON, "parse");
    openAndRead(file, (store) => {
      contextOn(store, { data: file });
      expect(parsed.mock.calls.filter(([json]) => String(json).includes("environmentId"))).toHaveLength(2);
      expect(store.services.deleting()).toEqual([{ id: "leaving", since: 5 }]);
      expect(store.services.get("a7")).toMatchObject({ id: "a7" });
      expect(parsed.mock.calls.filter(([json]) => String(json).includes("environmentId"))).toHaveLength(3);
      expect(store.services.listAll("e")).toHaveLength(102);
    });
  });

  it("reads names and values with any characters, also after a rewrite", () => {
    const texts = ['a"b', "a\\b", ',\t["meta","c",1]', '"],\t["meta","d","', "\t", "größer", "\u2028", "😀\n"];
    const file = newFile();
    const read = ({ meta }: Store) => texts.map((text) => meta.get(text));
    openAndRead(file, ({ write, meta }) => write(() => texts.map((text) => meta.set(text, text))));
    expect(openAndRead(file, read)).toEqual(texts);
    openAndRead(file, ({ meta }) => meta.set("a", "x".repeat(1000)), 500);
    openAndRead(file, ({ meta }) => meta.set("a", "y"), 500);
    openAndRead(file, ({ meta }) => meta.set("a", "z"), 500);
    expect(readFileSync(file, "utf8")).not.toContain("x".repeat(1000));
    expect(openAndRead(file, read)).toEqual(texts);
  });
});
