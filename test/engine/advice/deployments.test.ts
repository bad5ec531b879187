/**
 * Advice of errors of deployments: nothing on this platform ends by itself.
 * Codes: AP2004, AP5001, AP5002, AP5004 to AP5009.
 * Titles are built from the rows: "advice of <code> (<class>) if <when> › leads to a run that succeeds: <advice>".
 */
import {
  Application,
  CloudCredentials,
  Cluster,
  type ClusterArgs,
  Container,
  DeploymentTrigger,
  type DeploymentTriggerArgs,
} from "pulumi-app-platform";
import { expect } from "vitest";
import { run } from "../../cli/support/operated.js";
import { records } from "../../kinds/index.js";
import { containerArgs } from "../support/declare.js";
import { forgetRequests, requests } from "../support/journal.js";
import type { Program, StepOptions } from "../support/test-stack.js";
import { forward, json, respondWith, serverThat } from "./servers.js";
import { documented, followAdvice, openAdvice } from "./support.js";

const { platform, stack, up, send, inEnvironment, create, idOf, fault, heal } = openAdvice({ speed: "manual" });

const advance = (advanceSeconds: number) => send("POST", "/_local/clock", { advanceSeconds });
const deploy = (body: object) => send("POST", inEnvironment("service/deploy"), body);
/** Does this again and again until the function that it returns is called. */
const repeating = (work: () => unknown) => () => {
  const timer = setInterval(work, 20);
  return () => clearInterval(timer);
};
const running = repeating(() => advance(60));
/** `pulumi up` while deployments go on. */
const upRunning = async (program?: Program, options?: StepOptions) => {
  const stop = running();
  const variables = await up(program, options).finally(stop);
  return variables;
};

const release = (
  args: Partial<DeploymentTriggerArgs> = {},
  container: object = {},
  servicesOf = (web: Container): DeploymentTriggerArgs["services"] => [web],
): Program => {
  return () => {
    const web = new Container("web", containerArgs(platform, container));
    const { environment: environmentId } = platform.ids;
    const services = servicesOf(web);
    new DeploymentTrigger("release", { environmentId, services, ...args } as DeploymentTriggerArgs);
  };
};
const briefly = { timeoutSeconds: 2 };
const deployments = async () => (await requests(platform))["POST /environment/{environmentId}/service/deploy 202"] ?? 0;
const deployOther = async () => {
  const { registries } = platform.ids;
  const body = { name: "other", image_name: "library/nginx", tag: "1.27", healthchecks: {} };
  const id = await create(inEnvironment("container"), { ...body, registry_id: registries.DOCKER_HUB });
  await deploy({ containers: [{ id, image_tag: "1.27" }] });
};

const site = () => {
  const { name: _, ...args } = records.Application.lifecycle.args(platform.ids) as { name: string };
  return new Application("site", args as never);
};
const gitCommitId = "4f2a91c";
const siteRelease = (isCommitted: boolean): Program => {
  return () => {
    const service = site();
    const services = isCommitted ? [{ service, gitCommitId }] : [service];
    new DeploymentTrigger("release", { environmentId: platform.ids.environment, services });
  };
};
const whole = (
  args: Partial<DeploymentTriggerArgs> = {},
  first?: (service: Application) => DeploymentTrigger,
): Program => {
  return () => {
    const service = site();
    const dependsOn = [first?.(service) ?? service, new Container("web", containerArgs(platform))];
    const { environment: environmentId } = platform.ids;
    const all = { environmentId, wholeEnvironment: true, ...args } as DeploymentTriggerArgs;
    new DeploymentTrigger("all", all, { dependsOn });
  };
};

/** A platform that rejects a deployment without a version, and doesn't say why. */
const terse = async () => {
  const pass = forward(platform.url);
  const refuse = respondWith(400, json, "{}");
  return serverThat(async (request, response) => {
    if (!request.url?.endsWith("/service/deploy")) return pass(request, response);
    const chunks: Buffer[] = await request.toArray();
    const body = Buffer.concat(chunks).toString();
    if (!body.includes("image_tag")) return refuse(request, response);
    const { authorization = "" } = request.headers;
    const headers = { authorization, "content-type": "application/json" };
    const answer = await fetch(`${platform.url}${request.url}`, { method: "POST", headers, body });
    response.writeHead(answer.status, json).end(await answer.text());
  });
};
let url = "";
const atTerse = () => ({ env: { ...documented.env, APP_PLATFORM_BASE_URL: url } });

/** Somebody else deploys the same service again while the trigger waits, and that fails. */
const redeploying = () => {
  let step = 0;
  const readStatus = { method: "GET", route: "/environment/{environmentId}/status" };
  const isSeen = async () =>
    Object.keys(await requests(platform)).some((each) =>
      each.startsWith("GET /environment/{environmentId}/status 200"),
    );
  const work = async () => {
    if (step === 0 && (await deployments()) > 0 && (await isSeen())) {
      step = 1;
      // Meanwhile, the trigger must not see the success.
      await fault("503-retry-after", readStatus);
      await advance(3600);
      await failWeb();
      await send("POST", inEnvironment("redeploy"));
      await advance(3600);
      await heal();
    }
  };
  return repeating(work)();
};
const failWeb = () =>
  send("PUT", "/_local/deployment-failures", { rules: [{ service: "web", state: "DEPLOYMENT_ERROR" }] });
const correct = () => send("DELETE", "/_local/deployment-failures");
const correctAndUp = async (program?: Program) => {
  await correct();
  await upRunning(program);
};
const advanceAndUp = async () => {
  await advance(3600);
  await upRunning();
};

const cluster = (args: Partial<ClusterArgs> = {}, key = "AKIDEXAMPLE"): Program => {
  return () => {
    const { organization: organizationId } = platform.ids;
    const aws = { accessKeyId: key, secretAccessKey: "a key" };
    const credentials = new CloudCredentials("aws", { organizationId, aws });
    new Cluster("main", {
      ...{ organizationId, name: "main cluster", region: "eu-west-3", cloudProvider: "AWS", deploy: "when changed" },
      cloudProviderCredentials: { cloudProvider: "AWS", credentials: { id: credentials.id } },
      ...args,
    } as ClusterArgs);
  };
};
const failCluster = (state: string) => () =>
  send("PUT", "/_local/deployment-failures", { rules: [{ cluster: "main cluster", state }] });

followAdvice("deployments", stack, [
  {
    error: "EmptySelectionError",
    when: "a trigger lists no service",
    program: () => release({ services: [] }),
    ways: [["select at least one service", () => upRunning(release())]],
  },
  {
    error: "DeploymentBusyError",
    when: "another deployment of the environment doesn't end",
    prepare: deployOther,
    program: () => release(briefly),
    ways: [
      ["wait until it has ended, then run `pulumi up` again", advanceAndUp],
      ["raise `timeoutSeconds`", () => upRunning(release({ timeoutSeconds: 600 }))],
      [
        "cancel it in the platform's console",
        async () => {
          await send("POST", inEnvironment("cancelDeployment"), {});
          await upRunning();
        },
      ],
    ],
  },
  {
    error: "DeploymentUnfinishedError",
    when: "the deployment takes longer than `timeoutSeconds`",
    prepare: () => forgetRequests(platform),
    program: () => release(briefly),
    ways: [
      [
        "run `pulumi up` again: if the deployment is still running, that waits for it instead of deploying again",
        async () => {
          await upRunning();
          expect(await deployments()).toBe(1);
        },
      ],
      [
        "follow it with `npx app-platform logs",
        async () => {
          const stop = running();
          const { stdout } = await run(platform, ["logs", platform.ids.environment, "--follow"]).finally(stop);
          expect(stdout).toContain("DEPLOYED");
          await up();
          expect(await deployments()).toBe(1);
        },
      ],
      ["raise `timeoutSeconds`", () => upRunning(release({ timeoutSeconds: 600 }))],
    ],
  },
  {
    error: "DeploymentUnfinishedError",
    when: "the status of the deployment can't be read",
    prepare: async () => {
      await forgetRequests(platform);
      await fault("403", { method: "GET", route: "/environment/{environmentId}/status" });
    },
    program: () => release(),
    ways: [
      [
        "run `pulumi up` again: if the deployment is still running, that waits for it",
        async () => {
          await heal();
          await upRunning();
          expect(await deployments()).toBe(1);
        },
      ],
      ["follow it with `npx app-platform logs", "as above"],
    ],
  },
  {
    error: "DeploymentFailedError",
    when: "the container doesn't start with the program's tag",
    program: () => release({}, { tag: "deployment-error" }),
    during: running,
    ways: [
      [
        "read the log of the services named above in the platform's console, correct the cause, and run `pulumi up` again",
        () => upRunning(release()),
      ],
    ],
  },
  {
    error: "DeploymentFailedError",
    when: "the container doesn't start with the tag that somebody else deployed",
    prepare: async () => {
      await upRunning(release());
      await deploy({ containers: [{ id: await idOf("web"), image_tag: "6.0" }] });
      await advance(3600);
      await failWeb();
    },
    program: () => release({}, { memory: 700 }),
    during: running,
    ways: [
      [
        "to deploy the version that your program sets, run `pulumi up --refresh`",
        async () => {
          await correct();
          await upRunning(undefined, { refresh: true });
          const { body } = await platform.request("GET", `/container/${await idOf("web")}`);
          expect(body.tag).toBe("1.27");
        },
      ],
      [
        "read the log of the services named above in the platform's console, correct the cause, and run `pulumi up` again",
        () => correctAndUp(),
      ],
    ],
  },
  {
    error: "DeploymentFailedError",
    when: "somebody cancels the deployment",
    program: () => release(),
    during: repeating(async () => {
      if ((await send("POST", inEnvironment("cancelDeployment"), {})).status < 300) await advance(60);
    }),
    ways: [["find out in the platform's console who canceled it, then run `pulumi up` again", () => upRunning()]],
  },
  {
    error: "FirstDeploymentError",
    when: "a service built from git has no commit",
    program: () => siteRelease(false),
    ways: [["the first deployment of a service built from git needs its commit", () => upRunning(siteRelease(true))]],
  },
  {
    error: "FirstDeploymentError",
    when: "the platform rejects a deployment without a version, and the program sends none again",
    prepare: async () => {
      await up(release(), documented);
      url = await terse();
    },
    program: () => release({ triggers: ["2"] }),
    options: atTerse,
    ways: [
      [
        'if one of these services was never deployed, set its version once; it wasn\'t sent because the program ignores its changes or hasn\'t changed it: Container "web" (imageTag). For example: services: [{ service: web, imageTag: "',
        async () => {
          await advance(3600);
          return up(
            release({ triggers: ["2"] }, {}, (service) => [{ service, imageTag: "1.27" }]),
            atTerse(),
          );
        },
      ],
    ],
  },
  {
    error: "NeverDeployedError",
    when: "a service built from git was never deployed",
    program: () => whole(),
    ways: [
      [
        "deploy these services once with a DeploymentTrigger that sets their commits",
        async () => {
          const { environment: environmentId } = platform.ids;
          const first = (service: Application) =>
            new DeploymentTrigger("first", { environmentId, services: [{ service, gitCommitId }] });
          await upRunning(whole({}, first));
        },
      ],
      [
        "deploy them in the platform's console",
        async () => {
          const { status } = await deploy({
            applications: [{ application_id: await idOf("site"), git_commit_id: gitCommitId }],
          });
          expect(status).toBe(202);
          await advance(3600);
          await upRunning();
        },
      ],
      [
        'set `waitFor: "requested"`, which deploys the others and warns',
        () => upRunning(whole({ waitFor: "requested" })),
      ],
    ],
  },
  {
    error: "DeploymentReplacedError",
    when: "somebody else's deployment of the same service fails meanwhile",
    prepare: () => forgetRequests(platform),
    program: () => release(),
    during: redeploying,
    ways: [
      [
        "find out in the platform's console who deployed them, correct the cause, and run `pulumi up` again",
        () => correctAndUp(),
      ],
    ],
  },
  {
    error: "ClusterNotDeployedError",
    when: "the deployment of the cluster fails",
    prepare: failCluster("DEPLOYMENT_ERROR"),
    program: () => cluster(),
    during: running,
    ways: [
      [
        "check the cluster in the platform's console, correct the cause, and run `pulumi up` again, which deploys again",
        () => correctAndUp(),
      ],
    ],
  },
  {
    error: "ClusterNotDeployedError",
    when: "the cloud credentials of the cluster are wrong",
    prepare: failCluster("INVALID_CREDENTIALS"),
    program: () => cluster(),
    during: running,
    ways: [
      [
        "correct the cloud provider's credentials, then run `pulumi up` again, which deploys again",
        () => correctAndUp(cluster({}, "AKIDCORRECT")),
      ],
    ],
  },
  {
    error: "ClusterUnfinishedError",
    when: "the deployment takes longer than `timeoutSeconds`",
    program: () => cluster(briefly),
    ways: [
      [
        "run `pulumi up` again: if the deployment is still running, that waits for it instead of deploying again",
        () => upRunning(),
      ],
      ["raise `timeoutSeconds` of the cluster", () => upRunning(cluster({ timeoutSeconds: 3600 }))],
    ],
  },
  {
    error: "ClusterUnfinishedError",
    when: "another operation of the cluster takes longer than `timeoutSeconds`",
    prepare: async () => {
      await upRunning(cluster());
      const path = `/organization/${platform.ids.organization}/cluster/${await idOf("main")}/deploy`;
      expect((await send("POST", path, {})).status).toBe(201);
    },
    program: () => cluster({ description: "changed", ...briefly }),
    ways: [
      ["wait until it has ended, then run `pulumi up` again", advanceAndUp],
      [
        "raise `timeoutSeconds` of the cluster",
        () => upRunning(cluster({ description: "changed", timeoutSeconds: 3600 })),
      ],
    ],
  },
]);
