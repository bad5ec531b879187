import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { errorClasses } from "../../../tools/generate/errorsOf.js";
import { type Messages, messagesFile, recordedMessages } from "../../../tools/generate/measured/messages.js";
import { isFull } from "../../support/full.js";
import { isRecording, writeRecord } from "../../support/recording.js";
import { destroys, firstPreviews, laterPreviews, refreshes } from "./refusals.js";
import { failingUpdate } from "./requests.js";
import type { Scenario } from "./scenario.js";
import { openWorld, type World } from "./world.js";

interface Diagnostic {
  /** `Container (web)`; the stack for what the program throws. */
  readonly subject: string;
  readonly head: string;
  /** Each with all its lines. */
  readonly errors: readonly string[];
}

/** The errors below `Diagnostics:`, by resource. */
function diagnosticsIn(output: string): Diagnostic[] {
  const begin = output.lastIndexOf("\nDiagnostics:\n");
  if (begin < 0) return [];
  const [, ...blocks] = output.slice(begin).split(/\n(?= {2}[\w:/-]+ \(\S+\):\n)/);
  return blocks.map((block) => {
    const [head = "", ...lines] = (block.split(/\n(?=\S)/)[0] as string).split("\n");
    const [, kind = "", name = ""] = /([\w-]+) \((\S+)\):$/.exec(head) ?? [];
    const errors = lines.join("\n").split(/^(?= {4}(?:error|warning|info|debug): )/m);
    return {
      subject: `${kind} (${name})`,
      head,
      errors: errors.filter((text) => text.startsWith("    error: ")).map((text) => text.trimEnd()),
    };
  });
}

/** The error with this code of this resource; the stack where none is named. */
function printedError(output: string, code: string, subject: string): string {
  const all = diagnosticsIn(output);
  for (const { head, errors, ...diagnostic } of all) {
    if (diagnostic.subject !== subject && !(subject === "" && diagnostic.subject.startsWith("Stack "))) continue;
    // An error may contain those that led to it: the one with the code itself goes first.
    const found =
      errors.find((text) => /AP\d{4}/.exec(text)?.[0] === code) ?? errors.find((text) => text.includes(`${code}: `));
    if (found !== undefined) return normalized(`${head}\n${found}`);
  }
  throw new Error(`${subject} has no ${code}:\n${output}`);
}

/** Ids that every platform gives anew, ports, times and the stack's name differ from run to run. */
function normalized(text: string): string {
  const ids = new Map<string, string>();
  const ports = new Map<string, number>();
  return text
    .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, (id) => {
      if (!ids.has(id)) ids.set(id, ordinalId(ids.size + 1));
      return ids.get(id) as string;
    })
    .replace(/127\.0\.0\.1:(\d{2,5})/g, (_, port: string) => {
      ports.set(port, ports.get(port) ?? 4310 + ports.size);
      return `127.0.0.1:${ports.get(port)}`;
    })
    .replace(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, "2026-01-01T12:00:00.000Z")
    .replace(/file:\/\/\S+?(?=['"]|:? |$)/g, "file:///state")
    .replace(/program-t[0-9a-f]{8}/g, "shop-dev")
    .replace(/::program::/g, "::shop::")
    .replace(/\bt[0-9a-f]{8}\b/g, "dev");
}

const ordinalId = (ordinal: number) => "########-####-4###-8###-############".replaceAll("#", String(ordinal));

/** In this order: later runs find what the earlier ones have created. */
const scenarios: readonly Scenario[] = [...firstPreviews, failingUpdate, ...laterPreviews, ...refreshes, ...destroys];
const chosen = scenarios.filter(({ isRare }) => isFull || isRecording || !isRare);

let world: World;
let found: Messages = {};

beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  await world.close();
  if (isRecording) writeRecord(messagesFile, found, 2);
});

async function run(scenario: Scenario): Promise<Messages> {
  const { command, step, errors, options, prepare, program, meanwhile } = scenario;
  await prepare?.(world);
  const stepOptions = await options?.(world);
  const [output] = await Promise.all([world.stack.fails(step, program?.(world), stepOptions), meanwhile?.(world)]);
  const printed = Object.entries(errors).map(([code, subject]) => {
    return [code, { command, text: printedError(output, code, subject) }];
  });
  return Object.fromEntries(printed);
}

describe("messages on the page of errors", () => {
  it.each(chosen.map((scenario) => [scenario.command, Object.keys(scenario.errors).join(", "), scenario] as const))(
    "are printed by `%s`: %s",
    async (_, __, scenario) => {
      const printed = await run(scenario);
      found = { ...found, ...printed };
      if (isRecording) return;
      const recorded = Object.entries(recordedMessages()).filter(([code]) => code in printed);
      expect(printed).toEqual(Object.fromEntries(recorded));
    },
  );

  it("include each code that a run can print", () => {
    const codes = scenarios.flatMap(({ errors }) => Object.keys(errors)).sort();
    const pages = Object.values(errorClasses).filter(({ unreachable }) => unreachable === undefined);
    expect(codes).toEqual(pages.map(({ code }) => code).sort());
    expect(Object.keys(isRecording ? found : recordedMessages()).sort()).toEqual(codes);
  });
});
