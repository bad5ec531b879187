import { execFile, spawn, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { basename, join, posix } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { openedFolder } from "../support/opened-folder.js";
import { filesIn, packedPackages } from "./support/packed.js";

const run = promisify(execFile);
const folder = join(__dirname, "../../backend");

/** The instructions of the Containerfile, in their order. */
const text = readFileSync(join(folder, "Containerfile"), "utf8").replace(/\\\n\s*/g, "");
const instructions = [...text.matchAll(/^([A-Z]+) (.+)$/gm)];
const all = (instruction: string) =>
  instructions.flatMap(([, name, text = ""]) => (name === instruction ? [text] : []));

function only(name: string): string {
  const [text, ...further] = all(name);
  if (text === undefined || further.length > 0) throw new Error(`the Containerfile must have one ${name}`);
  return text;
}

/** The words of an instruction in the JSON form, which starts a program without a shell. */
const wordsOf = (name: string): string[] => JSON.parse(only(name).slice(only(name).indexOf("[")));

/** The variables that it sets. */
const variables: Readonly<Record<string, string>> = Object.fromEntries(
  only("ENV")
    .split(" ")
    .map((each) => each.split("=") as [string, string]),
);

const own = openedFolder("container-image");
const data = "/data/app-platform.db";

it("container image copies only what the published package contains", async () => {
  const published = filesIn((await packedPackages()).backend);
  expect(published).toContain("Containerfile");
  const sources = all("COPY").flatMap((text) => (text.startsWith("--from=") ? [] : text.split(" ").slice(0, -1)));
  expect(sources).toEqual(expect.arrayContaining(["package.json", "bin", "dist"]));
  for (const source of sources) {
    expect(published.some((path) => path === source || path.startsWith(`${source}/`))).toBe(true);
  }
});

it("container image is based on one supported LTS version of Node.js, pinned by its digest", () => {
  const { engines } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const [, minimum] = /^>=(\d+)\./.exec(engines.node) ?? [];
  const versions = all("FROM").map((text) => Number(/node:(\d+)\./.exec(text)?.[1]));
  expect(new Set(versions).size).toBe(1);
  expect(versions[0]).toBeGreaterThanOrEqual(Number(minimum));
  // A tag may name another image tomorrow.
  expect(new Set(all("FROM").map((each) => /@sha256:[0-9a-f]{64}(?= |$)/.exec(each)?.[0])).size).toBe(1);
  expect(all("FROM")[0]).toContain("@sha256:");
  // Release lines with an odd number have no long-term support.
  expect(Number(versions[0]) % 2).toBe(0);
});

it("container image doesn't run as root, and keeps its data in a volume", () => {
  expect(only("USER")).toBe("node");
  const order = instructions.map(([, name]) => name);
  expect(order.indexOf("USER")).toBeLessThan(order.indexOf("ENTRYPOINT"));
  expect(only("VOLUME")).toBe(posix.dirname(data));
  expect(variables.APP_PLATFORM_BACKEND_DATA).toBe(data);
});

it("container image starts the command line, is healthy while it runs, and stops at SIGTERM", async () => {
  const [node, ...words] = wordsOf("ENTRYPOINT");
  expect(node).toBe("node");
  const env = { ...process.env, ...variables, APP_PLATFORM_BACKEND_DATA: join(own, "platform.db") };
  const child = spawn(process.execPath, [...words, "--port", "0", "--json"], { cwd: folder, env });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const [ready] = (await child.stdout.setEncoding("utf8").take(1).toArray()) as string[];
  const { url } = JSON.parse(ready ?? "");
  expect(existsSync(join(own, "platform.db"))).toBe(true);
  const [, ...check] = wordsOf("HEALTHCHECK");
  const { port } = new URL(url);
  expect(check.join(" ")).toContain(only("EXPOSE"));
  const isHealthy = () =>
    spawnSync(process.execPath, check, { env: { ...process.env, APP_PLATFORM_BACKEND_PORT: port } }).status === 0;
  expect(isHealthy()).toBe(true);
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
  expect(isHealthy()).toBe(false);
});

it("container image installs with its lock file", async () => {
  const place = join(own, "image");
  mkdirSync(place);
  for (const file of ["package.json", "container/package-lock.json"]) {
    copyFileSync(join(folder, file), join(place, basename(file)));
  }
  const [install = ""] = all("RUN").filter((each) => each.includes("npm ci"));
  // Nothing is fetched: npm refuses a lock that lacks something that the package needs, and one of another version.
  const { stdout } = await run("sh", ["-c", `${install} --dry-run --offline --cache ${join(own, "cache")}`], {
    cwd: place,
    // `npm run --silent` hands its level on.
    env: { ...process.env, npm_config_loglevel: "notice" },
  });
  const { packages } = JSON.parse(readFileSync(join(place, "package-lock.json"), "utf8"));
  expect(stdout).toContain(`added ${Object.keys(packages).length - 1} packages`);
});

/** A program that can build and run images here: its command is found, and its daemon, if it needs one, responds. */
const builder = ["docker", "podman"].find((name) => spawnSync(name, ["info"], { timeout: 20_000 }).status === 0);

it("container image is built and serves the API if Docker or Podman can run", async ({ annotate }) => {
  if (builder === undefined) {
    await annotate("Neither `docker info` nor `podman info` succeeds here, so the image was not built.");
    process.stderr.write("The container image was not built: neither Docker nor Podman can run here.\n");
    return;
  }
  const tag = "app-platform-backend-test";
  await run(builder, ["build", "--file", join(folder, "Containerfile"), "--tag", tag, folder]);
  const { stdout } = await run(builder, ["run", "--detach", "--rm", "--publish", "127.0.0.1::4310", tag]);
  const container = stdout.trim();
  try {
    const address = (await run(builder, ["port", container, "4310/tcp"])).stdout.trim().split("\n")[0];
    await expect
      .poll(() =>
        fetch(`http://${address}/`).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(401);
  } finally {
    await run(builder, ["stop", container]);
  }
});
