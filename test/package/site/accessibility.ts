/** Runs axe in a page. */
import type { AxeResults, RunOptions } from "axe-core";
import { source } from "axe-core";
import type { Page } from "playwright-core";

declare const axe: { run(options: RunOptions): Promise<AxeResults> };

/** Each violation that keeps people from using the page, with the first elements that have it; of some rules, or of all. */
export async function seriousViolations(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(source);
  const options: RunOptions = { resultTypes: ["violations"], ...(rules && { runOnly: rules }) };
  const violations = await page.evaluate(async (each) => (await axe.run(each)).violations, options);
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => {
      const shown = nodes.slice(0, 3).map(({ html, any }) => `${html.slice(0, 160)} (${any[0]?.message})`);
      return `${id}: ${nodes.length} elements, such as ${shown.join("\n  ")}`;
    });
}
