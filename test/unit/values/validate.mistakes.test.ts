/** Mistakes of people who know Docker, Kubernetes or Terraform: what the message says to write. */
import { describe, expect, it } from "vitest";
import { InvalidArgumentError } from "../../../provider/errors/index.js";
import { exampleOf } from "../../../provider/values/advice.js";
import { validate } from "../../../provider/values/validate.js";
import { fixtures } from "../../kinds/fixtures.js";
import type { ObjectField, Values } from "../../support/provider.js";
import { definitionOf } from "../support/fake-platform.js";

const id = "3fa85f64-5717-4562-b3fc-2c963f66afa6";
const container = { environmentId: id, registryId: id, imageName: "library/nginx", tag: "1.27", healthchecks: {} };
const database = { environmentId: id, type: "POSTGRESQL", version: "16", mode: "CONTAINER" };
const application = {
  ...{ environmentId: id, healthchecks: {}, buildMode: "DOCKER", dockerfilePath: "Dockerfile" },
  gitRepository: { url: "https://github.com/example/shop.git", provider: "GITHUB" },
};
const image = { imageName: "library/nginx", tag: "1.27", registryId: id };
const job = { environmentId: id, source: { image }, schedule: { cronjob: { scheduledAt: "0 4 * * *" } } };
const complete: Readonly<Record<string, Values>> = {
  Container: container,
  Database: database,
  Application: application,
  Job: job,
};

const messagesOf = (kind: string, changes: object) => {
  const args = { ...complete[kind], ...changes };
  const issues = validate(definitionOf(kind), args, "create");
  return issues.map((issue) => new InvalidArgumentError("It", issue).message.replace("AP1203: It: ", ""));
};

const port = { internalPort: 80, publiclyAccessible: true };

const advises = (mistakes: readonly (readonly [kind: string, changes: object, advice: string])[]) =>
  it.each(mistakes)("is refused with advice in %s %j: %s", (kind, changes, advice) => {
    expect(messagesOf(kind, changes).join("\n")).toContain(advice);
  });

describe("an argument with its name in another tool", () => {
  advises([
    ["Container", { env: { LOG_LEVEL: "info" } }, "env isn't an argument; did you mean variables?"],
    ["Container", { env: [{ name: "LEVEL", value: "info" }] }, 'did you mean variables: { LEVEL: "info" }?'],
    ["Container", { environment: ["LOG_LEVEL=info"] }, "environment isn't an argument; did you mean environmentId?"],
    ["Container", { image: "nginx" }, "image isn't an argument; did you mean imageName?"],
    ["Container", { image: "nginx:1.27" }, 'image isn\'t an argument; did you mean imageName: "nginx"?'],
    ["Container", { ports: [{ ...port, containerPort: 80 }] }, "did you mean internalPort?"],
    ["Container", { ports: [{ ...port, public: "true" }] }, "did you mean publiclyAccessible: true?"],
    ["Container", { replicas: 3 }, "replicas isn't an argument; did you mean minRunningInstances?"],
    ["Container", { command: ["sh"] }, 'did you mean entrypoint: "sh"?'],
    ["Container", { args: "npm start" }, 'did you mean arguments: ["npm", "start"]?'],
    ["Container", { port: 8080 }, "did you mean ports: [{ internalPort: 8080, publiclyAccessible: true }]?"],
    ["Container", { volumes: [] }, "volumes isn't an argument; did you mean storage?"],
    ["Container", { storage: [{ size: 1, mountPoint: "/a", mountPath: "/data" }] }, "did you mean mountPoint?"],
    ["Container", { healthchecks: { liveness: null, readiness: null } }, "did you mean livenessProbe?"],
    ["Database", { engine: "postgres" }, 'engine isn\'t an argument; did you mean type: "POSTGRESQL"?'],
    ["Database", { public: false }, "public isn't an argument; did you mean accessibility?"],
    ["Database", { allocatedStorage: "20GB" }, "did you mean storage: 20?"],
    ["Database", { instanceClass: "db.t3.micro" }, "did you mean instanceType?"],
    ["Database", { username: "shop" }, "What to do: omit it: the platform chooses it, and the output `credentials`"],
    ["Container", { resources: { limits: { cpu: 1 } } }, "What to do: use `cpu` (in millicores) and `memory` (in MB)"],
    ["Container", { dependsOn: [] }, "What to do: it's a resource option: move it to the options of the resource"],
    ["Container", { domain: "shop.example.com" }, "What to do: declare a CustomDomain, whose `on` is this resource"],
    ["Container", { healthchecks: { livenessProbe: { httpGet: { port: 80 } } } }, "What to do: use `http` in `type`"],
    ["Job", { schedule: { cron: "0 4 * * *" } }, 'did you mean cronjob: { scheduledAt: "0 4 * * *" }?'],
  ]);
});

describe("an argument with a similar name", () => {
  advises([
    ["Container", { image_name: "library/nginx" }, "did you mean imageName?"],
    ["Container", { "min-running-instances": 1 }, "did you mean minRunningInstances?"],
    ["Container", { Memory: 512 }, "did you mean memory?"],
    ["Container", { memoryLimit: "1Gi" }, "did you mean memory: 1024?"],
    ["Container", { annotations: [] }, "did you mean annotationsGroups?"],
  ]);
});

describe("an argument a level too high or too low", () => {
  const probe = (more: object) => ({ healthchecks: { readinessProbe: { type: { tcp: { port: 80 } }, ...more } } });
  const inType = (more: object) => ({ healthchecks: { readinessProbe: { type: { tcp: { port: 80 }, ...more } } } });
  advises([
    ["Container", { healthchecks: { readinessProbe: { http: { port: 80 } } } }, "What to do: move `http` into `type`"],
    ["Container", probe({ path: "/" }), "What to do: move `path` into `type.http`"],
    ["Container", probe({ port: 80 }), "move `port` into `type.tcp`, `type.http` or `type.grpc`"],
    ["Container", { readinessProbe: {} }, "What to do: move `readinessProbe` into `healthchecks`"],
    ["Container", { mountPoint: "/data" }, "What to do: move `mountPoint` into `storage[0]`"],
    ["Job", { tag: "1.27" }, "What to do: move `tag` into `source.image`"],
    ["Container", { ports: [{ ...port, cpu: 500 }] }, "What to do: move `cpu` up, to the resource's arguments"],
    ["Container", inType({ periodSeconds: 5 }), "move `periodSeconds` up, into `healthchecks.readinessProbe`"],
  ]);
});

describe("an argument with a value of another type (AP1203)", () => {
  const url = "https://github.com/example/shop.git";
  advises([
    ["Container", { memory: "512Mi" }, "What to do: write `memory: 512`"],
    ["Container", { memory: "2Gi" }, "What to do: write `memory: 2048`"],
    ["Container", { cpu: "500m" }, "What to do: write `cpu: 500`"],
    ["Container", { cpu: 0.5 }, "What to do: write `cpu: 500`"],
    ["Container", { cpu: "1 vCPU" }, "What to do: write `cpu: 1000`"],
    ["Container", { memory: 0.5 }, "What to do: write `memory: 512`"],
    ["Container", { environmentId: "production" }, "use the ID of an environment: `npx app-platform environments`"],
    ["Container", { environmentId: `https://console.acme.io/environments/${id}/` }, `write \`environmentId: "${id}"\``],
    ["Container", { registryId: "docker.io" }, "use the ID of a resource, such as `registryId: registry.id`"],
    ["Job", { source: { image: "ghcr.io/acme/api:1.2" } }, 'image: { imageName: "acme/api", tag: "1.2", registryId'],
    ["Container", { minRunningInstances: "2" }, "What to do: write `minRunningInstances: 2`"],
    ["Container", { tag: 1.28 }, 'What to do: put it in quotes: `tag: "1.28"`'],
    ["Container", { variables: { PORT: 8080 } }, 'What to do: put it in quotes: `PORT: "8080"`'],
    ["Container", { secretVariables: { PIN: 1234 } }, "got a number.\n  What to do: put it in quotes"],
    ["Container", { autoDeploy: "yes" }, "What to do: write `autoDeploy: true`"],
    ["Container", { ports: [{ ...port, protocol: "http" }] }, 'What to do: write `protocol: "HTTP"`'],
    ["Container", { ports: { internalPort: 80 } }, "What to do: put it in a list: `ports: [{ ... }]`"],
    ["Container", { ports: [8080] }, "What to do: write `{ internalPort: 8080, publiclyAccessible: true }`"],
    ["Container", { ports: "8080:80" }, "such as `ports: [{ internalPort: 80, publiclyAccessible: true }]`"],
    ["Container", { healthchecks: "none" }, "What to do: write a value such as `healthchecks: {}`"],
    ["Container", { entrypoint: ["/bin/sh"] }, 'What to do: write `entrypoint: "/bin/sh"`'],
    ["Container", { arguments: "npm start" }, 'What to do: write `arguments: ["npm", "start"]`'],
    ["Container", { imageName: "Library/Nginx" }, 'What to do: write `imageName: "library/nginx"`'],
    ["Container", { imageName: "nginx:1.27" }, 'What to do: write `imageName: "nginx"`'],
    ["Container", { environmentId: { id } }, `What to do: write \`environmentId: "${id}"\``],
    ["Database", { type: "postgres" }, 'What to do: write `type: "POSTGRESQL"`'],
    ["Database", { mode: "managed" }, 'What to do: write `mode: "MANAGED"`'],
    ["Application", { gitRepository: url }, `write \`gitRepository: { url: "${url}", provider: "GITHUB" }\``],
    ["Application", { gitRepository: { url: "git@acme.io:shop.git" } }, 'write `url: "ssh://git@acme.io/shop.git"`'],
    ["Job", { schedule: "0 4 * * *" }, 'What to do: write a value such as `schedule: { cronjob: { scheduledAt: "0 4'],
  ]);
});

it("validate reports an omitted argument only once if it is set under another name", () => {
  const { imageName: _, ...others } = container;
  const issues = validate(definitionOf("Container"), { ...others, image: "library/nginx" }, "create");
  expect(issues.map(({ expected }) => expected)).toEqual(["isn't an argument; did you mean imageName?"]);
  const job = validate(definitionOf("Job"), { ...complete.Job, schedule: { cron: "0 4 * * *" } }, "create");
  expect(job).toHaveLength(1);
});

describe("an argument without a counterpart", () => {
  const none = "isn't an argument: the platform has no such setting.\n  What to do: leave it out";
  advises([
    ["Container", { restartPolicy: "Always" }, `restartPolicy ${none}; the reference page of Container lists all`],
    ["Job", { restartPolicy: "Never" }, `restartPolicy ${none}, or set \`maxNbRestart\` if you mean that`],
    ["Container", { logging: {} }, `logging ${none}; the reference page of Container lists all arguments`],
  ]);
});

/** The arguments with a value of a type that no field accepts in its place, at every depth. */
function misplaced(args: Values, { members }: ObjectField): readonly Values[] {
  return Object.entries(members).flatMap(([name, field]) => {
    const wrong = [true, 4711, [], [true], {}].map((value) => ({ ...args, [name]: value }));
    const [object, wrap] = field.type === "array" ? [field.item, (value: Values) => [value]] : [field, same];
    if (object.type !== "object") return wrong;
    const inner = misplaced((exampleOf(object) ?? {}) as Values, object);
    return [...wrong, ...inner.map((value) => ({ ...args, [name]: wrap(value) }))];
  });
}
const same = (value: Values) => value;

it.each(fixtures)("validate of $kind redacts no value without a secret string", ({ kind }) => {
  const definition = definitionOf(kind);
  const all = misplaced(exampleOf(definition.body) as Values, definition.body);
  const isMisplaced = ({ expected }: { expected: string }) => !expected.startsWith("must be omitted unless");
  const issues = all.flatMap((args) => validate(definition, args, "create")).filter(isMisplaced);
  expect(issues.length).toBeGreaterThan(all.length / 2);
  expect(issues.filter(({ got = "" }) => got.includes("a secret value"))).toEqual([]);
});

describe("a required argument that is omitted", () => {
  advises([
    ["Container", { healthchecks: undefined }, "healthchecks is required.\n  What to do: use `{}` for no probes"],
    ["Container", { tag: undefined }, 'tag is required.\n  What to do: write a value such as `tag: "1.27"`'],
    ["Container", { registryId: undefined }, "such as `registryId: registry.id`, or in TypeScript the resource itself"],
    ["Database", { type: undefined }, 'write a value such as `type: "POSTGRESQL"`'],
    ["Container", { ports: [{ internalPort: 80 }] }, "do: write a value such as `publiclyAccessible: true`"],
    ["Container", { healthchecks: { livenessProbe: {} } }, "write a value such as `type: { tcp: { port: 80 } }`"],
  ]);
});
