// The last step of the build: removes the declarations that no entry of the package reaches, so that npm does not publish them.
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "../..");
const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const reached = new Set();

function reach(file) {
  if (reached.has(file) || !existsSync(file)) return;
  reached.add(file);
  for (const [, name] of readFileSync(file, "utf8").matchAll(/(?:from|import\() ?"(\.[^"]+)\.js"/g)) {
    reach(resolve(dirname(file), `${name}.d.ts`));
  }
}

for (const { types } of Object.values(exports)) {
  if (types !== undefined) reach(join(root, types));
}
for (const name of readdirSync(join(root, "dist"), { recursive: true })) {
  const file = join(root, "dist", name);
  if (file.endsWith(".d.ts") && !reached.has(file)) rmSync(file);
}
