/** Starts the Chromium that is found, and prints the width of a word and the files that its processes have mapped. */
import { readFileSync } from "node:fs";
import { launchChromium } from "../../../tools/chromium/find.js";
import { startedBy } from "../../processes.js";

async function main(): Promise<void> {
  const browser = await launchChromium({});
  const page = await browser.newPage();
  await page.setContent("<span>shown</span>");
  const width = (await page.locator("span").boundingBox())?.width;
  const maps = startedBy(process.pid).map(({ pid }) => readFileSync(`/proc/${pid}/maps`, "utf8"));
  await browser.close();
  const files = new Set(maps.join("").match(/\/.*$/gm));
  process.stdout.write(JSON.stringify({ width, files: [...files] }));
}

void main();
