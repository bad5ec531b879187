/** `app-platform deploy`: deploys once, waits, and says what failed. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { operated } from "./support/operated.js";
import { expectShown } from "./support/shown.js";

const commit = "4f2a91c0d5b7e3a86c1f9e2d7b4a05c8e6f31d92";
const deployRoute = "/environment/{environmentId}/service/deploy";
const deploys = async ({ requests }: ReturnType<typeof operated>) =>
  Object.entries(await requests()).flatMap(([request, count]) =>
    request.includes("/service/deploy") || request.includes("/redeploy") ? [`${request} ${count}`] : [],
  );

describe("app-platform", () => {
  const operator = operated({ endpoints: "extended" });
  let environment: string;
  let ids: Record<"web" | "shop" | "db" | "twin", string>;

  beforeAll(async () => {
    environment = await operator.addEnvironment();
    ids = {
      web: await operator.addService("container", environment, "web"),
      shop: await operator.addService("application", environment, "shop"),
      db: await operator.addService("database", environment, "db"),
      twin: await operator.addService("database", environment, "shop"),
    };
  });
  beforeEach(operator.forgetRequests);

  const deploy = (...args: string[]) => operator.run(["deploy", environment, ...args]);

  test("deploy fails with AP5006 or AP5002 without --commit for a service built from git and never deployed", async () => {
    const whole = await deploy();
    expect(whole).toMatchObject({ code: 1, stdout: "" });
    expect(whole.stderr).toContain("AP5006");
    expect(whole.stderr).toContain("--commit <service>=<commit>");
    const own = await deploy("application/shop", "--json");
    expect(own.json().error).toMatchObject({ code: "AP5002", message: expect.stringContaining('Application "shop"') });
    expect(`${whole.stderr}${own.stdout}`).not.toContain("pulumi");
  });

  const selections: [string, string[], (keyof typeof ids)[]][] = [
    ["by name in any letter case", ["WEB", "db"], ["web", "db"]],
    ["by ID", ["<db>"], ["db"]],
    ["by kind and name (database/shop)", ["database/shop"], ["twin"]],
    ["with a version (--tag)", ["--tag", "web=1.28"], ["web"]],
    ["with a version (--commit), and by name", ["db", "--commit", `application/shop=${commit}`], ["db", "shop"]],
  ];
  test.each(selections)("deploy deploys services selected %s, and waits for them", async (_, args, names) => {
    const specified = args.map((each) => each.replace("<db>", ids.db));
    const { code, json, stderr } = await deploy("--json", ...specified);
    expect(code).toBe(0);
    const { state, services } = json();
    expect(state).toBe("DEPLOYED");
    expect(services.map(({ id }: { id: string }) => id).sort()).toEqual(names.map((name) => ids[name]).sort());
    expect(services.every((each: { state: string }) => each.state === "DEPLOYED")).toBe(true);
    expect(stderr).toMatch(/environment \S+: DEPLOYED \(\d+ s\)/);
    expect(await deploys(operator)).toEqual([`POST ${deployRoute} 202 1`]);
  });

  test("deploy --tag sets the container's `tag`, and --commit the commit of an application", async () => {
    expect((await operator.platform.request("GET", `/container/${ids.web}`)).body.tag).toBe("1.28");
    const shop = (await operator.platform.request("GET", `/application/${ids.shop}`)).body;
    expect(shop.git_repository.deployed_commit_id).toBe(commit);
  });

  test("deploy checks whether a deployment whose response is lost has begun, and deploys once (extended endpoints)", async () => {
    const lost = { match: { method: "POST", route: deployRoute }, fault: "reset", when: "after", times: 1 };
    await operator.platform.request("PUT", "/_local/faults", { body: { rules: [lost] } });
    const { code, json } = await deploy("web", "--json");
    expect([code, json().state]).toEqual([0, "DEPLOYED"]);
    expect(await deploys(operator)).toEqual([`POST ${deployRoute} 202 1`]);
  });

  test("deploy without a service redeploys everything in the environment as it is", async () => {
    const { code, stdout } = await deploy();
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Deployed environment \S+\.\n$/);
    expect(await deploys(operator)).toEqual(["POST /environment/{environmentId}/redeploy 202 1"]);
  });

  test("deploy exits with 1 if a service fails (AP5004), and prints its name, its state and what to do", async () => {
    const args = ["db", "--tag", "web=1.28-deployment-error"];
    const { code, stdout, stderr } = await deploy(...args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expectShown("command-line.md", ["deploy", environment, ...args], stderr, environment);
  });

  test.each([
    ["AP2007 for an unknown service", ["wbe"], "AP2007: app-platform deploy: there is no service", 1],
    ["AP2007 for a name that several services have", ["shop"], 'named "shop": Application/shop, Database/shop', 1],
    ["AP6001 for --tag of a service without tags", ["--tag", "db=1"], "AP6001: --tag must name a service that has", 2],
    ["AP6001 for --timeout that isn't a number", ["--timeout", "1m"], "AP6001: --timeout must be an integer from 1", 2],
  ])("deploy fails with %s, and deploys nothing", async (_, args, text, code) => {
    expect(await deploy(...args)).toMatchObject({ code, stdout: "", stderr: expect.stringContaining(text) });
    expect(await deploys(operator)).toEqual([]);
  });

  test("deploy fails with AP2004 for an environment without services", async () => {
    const empty = await operator.run(["deploy", await operator.addEnvironment(), "--json"]);
    expect(empty.code).toBe(1);
    expect(empty.json().error).toMatchObject({ code: "AP2004" });
  });

  test.each(["deploy", "cancel"])(
    "%s needs the role editor or admin: a viewer's token fails with AP3002",
    async (command) => {
      const ran = await operator.run([command, environment, "--json"], { role: "viewer" });
      expect([ran.code, ran.json().error.code]).toEqual([1, "AP3002"]);
      expect(ran.json().error.message).toContain("every other write needs editor or admin");
    },
  );
});

describe("app-platform during a deployment", () => {
  const operator = operated({ endpoints: "extended", speed: "manual" });
  let environment: string;
  let web: string;
  const stateNow = () => operator.stateOf(environment);

  beforeEach(async () => {
    environment = await operator.addEnvironment();
    web = await operator.addService("container", environment, "web");
    await operator.forgetRequests();
  });

  test("deploy first waits, up to --timeout (600 s), until another deployment has ended; --no-wait only requests it", async () => {
    await operator.beginDeployment(environment, { containers: [{ id: web, image_tag: "1" }] });
    const { printed, ended } = operator.start(["deploy", environment, "--tag", "web=2", "--no-wait"]);
    await printed("another deployment of the environment is running; waiting up to 600 s");
    await operator.advance(100);
    expect(await ended).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Requested .*QUEUED/) });
    expect((await operator.platform.request("GET", `/container/${web}`)).body.tag).toBe("2");
  });

  test("deploy fails with AP5005 after --timeout, and prints how to continue", async () => {
    const ran = await operator.run(["deploy", environment, "web", "--timeout", "1"]);
    expect(ran).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("AP5005") });
    expect(ran.stderr).toContain(`app-platform cancel ${environment}`);
    expect(await stateNow()).toBe("DEPLOYMENT_QUEUED");
  });

  test("deploy stops waiting on Ctrl+C, with exit code 130, and the deployment continues", async () => {
    const { interrupt, printed, ended } = operator.startProcess(["deploy", environment, "web"]);
    await printed("DEPLOYMENT_QUEUED");
    interrupt("SIGINT");
    const { code, stdout, stderr } = await ended;
    expect({ code, stdout }).toEqual({ code: 130, stdout: "" });
    expect(stderr).toContain(`the deployment continues. \`app-platform logs ${environment} --follow\``);
    expect(await stateNow()).toBe("DEPLOYMENT_QUEUED");
    await operator.advance(100);
    expect(await stateNow()).toBe("DEPLOYED");
  });
});

describe("app-platform with the documented endpoints", () => {
  const operator = operated();
  let environment: string;
  const deploy = (...args: string[]) => operator.run(["deploy", environment, ...args], { endpoints: "documented" });

  beforeAll(async () => {
    environment = await operator.addEnvironment();
    for (const kind of ["container", "database"] as const) await operator.addService(kind, environment, kind);
  });
  beforeEach(operator.forgetRequests);

  test("deploy only requests the deployment of all listed services, and doesn't wait", async () => {
    const { code, stdout, stderr } = await deploy();
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Requested the deployment of environment \S+: DEPLOYMENT_QUEUED\.\n$/);
    expect(stderr).toContain("don't return how the deployment ends");
    expect(await deploys(operator)).toEqual([`POST ${deployRoute} 202 1`]);
  });

  test("deploy deploys a TerraformService, which they can't list, by kind and ID", async () => {
    const network = await operator.addService("terraform", environment, "network");
    const unknown = await deploy(network);
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining("TerraformService") });
    const named = await deploy("--commit", `terraformservice/${network}=${commit}`, "--json");
    expect(named.json()).toMatchObject({ state: "DEPLOYMENT_QUEUED", environmentId: environment });
  });

  test("deploy fails with AP4002 after a lost response, and doesn't deploy twice", async () => {
    await operator.fault({ match: { method: "POST", route: deployRoute }, when: "after", fault: "reset", times: 1 });
    const { code, json } = await deploy("database", "--json");
    expect(code).toBe(1);
    expect(json().error.code).toBe("AP4002");
    expect(json().error.message).not.toContain("pulumi");
    expect(await deploys(operator)).toEqual([expect.stringMatching(/ 1$/)]);
  });
});
