import {
  boolean,
  choice,
  type Fields,
  integer,
  json,
  list,
  map,
  nullable,
  object,
  optional,
  type Rule,
  text,
  uuid,
} from "../fields.js";

/** Name of a service: unique per environment and kind. */
export const serviceName = () =>
  optional(
    text("Name, unique per environment and kind. Letter case does not matter; outer blanks are removed.", {
      minLength: 1,
      maxLength: 128,
      ignoresCase: true,
      identifies: true,
      defaultsToResourceName: true,
      defaultText: "the resource's Pulumi name",
    }),
  );

export const environmentId = () =>
  uuid("Environment that holds the service. Another environment means a new resource.", {
    answeredAt: "environment.id",
  });

export const description = () => optional(text("What the service is for, shown in the platform's console."));

export const iconUri = () => optional(text("Icon of the service, an absolute URI.", { format: "uri" }));

export const autoPreview = () =>
  optional(
    boolean("Whether a preview environment is cloned for each pull request.", {
      defaultText: "the environment's value",
    }),
  );

const probeNumber = (meaning: string, unit: string | undefined, defaultValue: number, min: number) =>
  optional(integer(meaning, { default: defaultValue, min, ...(unit === undefined ? {} : { unit }) }));

const port = (description: string) => integer(description, { min: 1, max: 65535 });

const probe = (what: string) =>
  optional(
    nullable(
      object("Probe", `How the platform finds out whether the service is ${what}.`, {
        type: object(
          "ProbeType",
          "What the probe does: exactly one member.",
          {
            tcp: object("TcpProbe", "Opens a TCP connection.", {
              port: port("Port to connect to."),
              host: optional(nullable(text("Host to connect to.", { defaultText: "the instance itself" }))),
            }),
            http: object("HttpProbe", "Sends a GET request; a status of 200 to 399 is a success.", {
              path: optional(text("Path to ask for.", { default: "/" })),
              scheme: optional(text("Scheme of the request.", { default: "HTTP" })),
              port: port("Port to connect to."),
            }),
            exec: object("ExecProbe", "Runs a command inside the instance; exit code 0 is a success.", {
              command: list("Command and its arguments.", text("Command or argument."), { minItems: 1 }),
            }),
            grpc: object("GrpcProbe", "Asks the gRPC health service.", {
              service: optional(nullable(text("Name of the gRPC service.", { defaultText: "the server as a whole" }))),
              port: port("Port to connect to."),
            }),
          },
          { alternatives: [["tcp"], ["http"], ["exec"], ["grpc"]] },
        ),
        initialDelaySeconds: probeNumber("Pause between the start and the first probe.", "seconds", 30, 0),
        periodSeconds: probeNumber("Pause between two probes.", "seconds", 10, 1),
        timeoutSeconds: probeNumber("Time after which a probe has failed.", "seconds", 5, 1),
        successThreshold: probeNumber("Successes in a row that make the service healthy again.", undefined, 1, 1),
        failureThreshold: probeNumber("Failures in a row that make the service unhealthy.", undefined, 9, 1),
      }),
    ),
  );

export const healthchecks = () =>
  object(
    "Healthchecks",
    "Probes of the service; an empty object for none. A probe that is left out is not managed, `null` removes it.",
    {
      readinessProbe: probe("ready for traffic"),
      livenessProbe: probe("alive"),
    },
  );

const itemId = () =>
  optional(uuid("Identifier of the item, given by the server. Leave it out: items are matched without it."));

export const storage = () =>
  optional(
    list(
      "Disks, each mounted into every instance.",
      object("Storage", "A disk.", {
        id: itemId(),
        type: text("Kind of disk: FAST_SSD."),
        size: integer("Size of the disk.", { unit: "GB", min: 4 }),
        mountPoint: text("Folder inside the instance where the disk is mounted; unique within the service.", {
          minLength: 1,
        }),
      }),
      { key: "mountPoint", unique: ["mountPoint"] },
    ),
  );

const publicHttp = { publiclyAccessible: [true], protocol: ["HTTP", "GRPC"] } as const;

export const ports = () =>
  optional(
    list(
      "Ports the service listens on.",
      object("Port", "A port.", {
        id: itemId(),
        internalPort: port("Port inside the instance; unique within the service."),
        publiclyAccessible: boolean("Whether the port can be reached from the internet."),
        name: optional(
          text("Name of the port; unique within the service.", { minLength: 1, defaultText: "given by the server" }),
        ),
        externalPort: optional(
          integer("Port on the outside; only for a public port.", {
            min: 1,
            max: 65535,
            onlyWhen: { publiclyAccessible: [true] },
            defaultText: "443 for a public port",
          }),
        ),
        isDefault: optional(boolean("Whether the service's own domain leads to this port; at most one.")),
        protocol: optional(
          choice("PortProtocol", "Protocol spoken on the port.", ["HTTP", "GRPC", "TCP", "UDP"], { default: "HTTP" }),
        ),
        publicPath: optional(
          text("Path under which the port is reached; only for a public HTTP or GRPC port.", { onlyWhen: publicHttp }),
        ),
        publicPathRewrite: optional(
          text("What the public path is rewritten to; only for a public HTTP or GRPC port.", { onlyWhen: publicHttp }),
        ),
      }),
      {
        key: "internalPort",
        unique: ["internalPort", "name"],
        rules: [
          {
            says: "At most one port is the default.",
            check: (items) => {
              const defaults = items.flatMap((item, index) =>
                (item as { isDefault?: boolean }).isDefault === true ? [index] : [],
              );
              return defaults.length > 1
                ? {
                    at: `[${defaults[1]}].isDefault`,
                    found: `true, as for item ${defaults[0]}`,
                    allowed: "at most one default port",
                  }
                : undefined;
            },
          },
        ],
      },
    ),
  );

const created = {
  createdAt: optional(text("When it was made, ISO 8601.")),
  updatedAt: optional(text("When it was changed last, ISO 8601.")),
} satisfies Fields;

export const annotationsGroups = () =>
  optional(
    list(
      "Annotations groups, by reference.",
      object(
        "AnnotationsGroup",
        "A group of annotations kept by the organization.",
        { id: uuid("Identifier of the annotations group.") },
        {
          answered: {
            ...created,
            name: optional(text("Name of the group.")),
            annotations: optional(
              list(
                "Annotations of the group.",
                object("Annotation", "An annotation.", {
                  key: text("Key of the annotation."),
                  value: text("Value of the annotation."),
                }),
              ),
            ),
            scopes: optional(list("What the annotations are put on, for example DEPLOYMENTS.", text("A scope."))),
          },
        },
      ),
      { key: "id", unique: ["id"] },
    ),
  );

export const labelsGroups = () =>
  optional(
    list(
      "Labels groups, by reference.",
      object(
        "LabelsGroup",
        "A group of labels kept by the organization.",
        { id: uuid("Identifier of the labels group.") },
        {
          answered: {
            ...created,
            name: optional(text("Name of the group.")),
            labels: optional(
              list(
                "Labels of the group.",
                object("Label", "A label.", {
                  key: text("Key of the label."),
                  value: text("Value of the label."),
                  propagateToCloudProvider: optional(
                    boolean("Whether the label is put on the cloud provider's resources too."),
                  ),
                }),
              ),
            ),
          },
        },
      ),
      { key: "id", unique: ["id"] },
    ),
  );

/** Members of a git repository that only answers have. */
const gitAnswer = {
  owner: optional(text("Owner of the repository, derived from its URL.")),
  name: optional(text("Name of the repository, derived from its URL.")),
  hasAccess: optional(boolean("Whether the platform can read the repository.")),
  deployedCommitId: optional(text("Commit that is deployed.")),
  deployedCommitDate: optional(text("When the deployed commit was made, ISO 8601.")),
  deployedCommitContributor: optional(text("Who made the deployed commit.")),
  deployedCommitTag: optional(text("Tag of the deployed commit.")),
  gitTokenName: optional(text("Name of the git token.")),
} satisfies Fields;

const gitMembers = {
  url: text("Address of the repository.", { format: "gitUrl" }),
  branch: optional(text("Branch to build from.", { minLength: 1, defaultText: "the server's" })),
  rootPath: optional(text("Folder of the repository to build in.", { defaultText: "the server's, usually /" })),
  gitTokenId: optional(uuid("Git token that gives access to a private repository.")),
} satisfies Fields;

/** The git repository of an application or job. */
export const gitRepository = () =>
  object(
    "GitRepository",
    "Git repository that holds the source.",
    {
      ...gitMembers,
      provider: choice("GitProvider", "Company that hosts the repository.", ["BITBUCKET", "GITHUB", "GITLAB"]),
    },
    { answered: gitAnswer },
  );

/** The git repository of Terraform files: the server derives the provider from the URL. */
export const terraformGitRepository = () =>
  object("TerraformGitRepository", "Git repository that holds the Terraform files.", gitMembers, {
    answered: { provider: optional(text("Company that hosts the repository, derived from its URL.")), ...gitAnswer },
  });

export const registry = () =>
  optional(
    object("Registry", "Registry that holds the image.", {
      id: uuid("Identifier of the registry."),
      name: optional(text("Name of the registry.")),
      url: optional(text("Address of the registry.")),
      kind: optional(text("Kind of the registry: ECR, SCALEWAY_CR, DOCKER_HUB, PUBLIC_ECR or GENERIC_CR.")),
    }),
  );

export const autoscaling = () =>
  optional(
    nullable(
      object(
        "Autoscaling",
        "Scales the number of instances by events. The minimum number of instances must then be less than the maximum.",
        {
          mode: choice("AutoscalingMode", "What does the scaling.", ["KEDA"]),
          scalers: list(
            "What is measured; at least one enabled scaler.",
            object(
              "Scaler",
              "One thing to measure.",
              {
                scalerType: text("Type of the scaler, as KEDA names it, for example `cpu`.", { minLength: 1 }),
                role: choice("ScalerRole", "Whether the scaler leads or only guards.", ["PRIMARY", "SAFETY"]),
                enabled: optional(boolean("Whether the scaler counts.", { default: true })),
                configJson: json("Configuration of the scaler, as JSON; travels untouched."),
                configYaml: text("Configuration of the scaler, as YAML."),
                triggerAuthentication: optional(
                  object(
                    "TriggerAuthentication",
                    "Credentials for what is measured.",
                    {
                      name: text("Name of the credentials.", { minLength: 1 }),
                      configYaml: text("The credentials, as YAML.", { secret: true }),
                    },
                    {
                      answered: {
                        id: optional(text("Identifier of the credentials.")),
                        ...created,
                        organizationId: optional(text("Organization that holds the credentials.")),
                      },
                    },
                  ),
                ),
              },
              {
                alternatives: [["configJson"], ["configYaml"]],
                answered: { id: optional(text("Identifier of the scaler.")), ...created },
              },
            ),
            {
              minItems: 1,
              rules: [
                {
                  says: "At least one scaler is enabled.",
                  check: (items) =>
                    items.length > 0 && items.every((item) => (item as { enabled?: boolean }).enabled === false)
                      ? { at: "", found: "no enabled scaler", allowed: "at least one enabled scaler" }
                      : undefined,
                },
              ],
            },
          ),
          pollingIntervalSeconds: optional(
            integer("Pause between two measurements.", { unit: "seconds", default: 30, min: 1 }),
          ),
          cooldownPeriodSeconds: optional(
            integer("Pause between the last event and scaling down.", { unit: "seconds", default: 300, min: 0 }),
          ),
        },
        {
          answered: {
            id: optional(text("Identifier of the policy.")),
            ...created,
            serviceId: optional(text("Service that the policy scales.")),
          },
        },
      ),
    ),
  );

export const cpu = (defaultValue: number) =>
  optional(
    integer("Processor share of an instance.", { unit: "millicores", default: defaultValue, min: 1, max: 32000 }),
  );

export const memory = () =>
  optional(integer("Memory of an instance.", { unit: "MB", default: 512, min: 1, max: 131072 }));

export const gpu = () => optional(integer("Graphics processors of an instance.", { default: 0, min: 0, max: 8 }));

/** Size of an instance of an application, container or job. */
export const instanceSize = () => ({ cpu: cpu(500), memory: memory(), gpu: gpu() });

/** Number of instances of an application or container. */
export const instances = () => ({
  minRunningInstances: optional(
    integer("Least number of running instances; 0 means that none runs.", { default: 1, min: 0 }),
  ),
  maxRunningInstances: optional(
    integer("Greatest number of running instances; -1 means no limit.", { default: 1, min: -1 }),
  ),
});

/** How the numbers of instances go together. */
export const instancesRule: Rule = {
  reads: ["minRunningInstances", "maxRunningInstances", "autoscaling"],
  says: "`minRunningInstances` is at most `maxRunningInstances`, and less than it with `autoscaling`; a maximum of -1 is no limit.",
  check: ({ minRunningInstances: min, maxRunningInstances: max, autoscaling: scaled }) => {
    if (typeof min !== "number" || typeof max !== "number" || max === -1) return undefined;
    const scales = scaled !== undefined && scaled !== null;
    if (scales ? min < max : min <= max) return undefined;
    return {
      at: "minRunningInstances",
      found: `${min} with maxRunningInstances ${max}`,
      allowed: scales
        ? `less than maxRunningInstances (${max}), since autoscaling is given; or a maxRunningInstances of -1`
        : `at most maxRunningInstances (${max}); or a maxRunningInstances of -1`,
    };
  },
};

/** Command line of a service. */
export const command = () => ({
  arguments: optional(list("Arguments of the command that the image runs.", text("Argument."))),
  entrypoint: optional(text("Command that replaces the image's own.")),
});

const ceiling = (what: string) =>
  optional(integer(`Most ${what} that the organization's cluster configuration allows.`, { min: 0 }));

/** What every service answers beyond its arguments. */
export const serviceOutputs = {
  ...created,
  environment: optional(
    object("EnvironmentReference", "Environment that holds the service.", {
      id: uuid("Identifier of the environment."),
    }),
  ),
  serviceType: optional(text("Kind of service: APPLICATION, DATABASE, CONTAINER, JOB, HELM or TERRAFORM.")),
} satisfies Fields;

/** The ceilings of an application, container or job. */
export const ceilings = {
  maximumCpu: ceiling("processor share, in millicores,"),
  maximumMemory: ceiling("memory, in MB,"),
  maximumGpu: ceiling("graphics processors"),
} satisfies Fields;

export const extraArguments = () =>
  optional(
    map(
      "Extra arguments by command, for example `{ plan: ['-parallelism=5'] }`; they come before the command's own.",
      list("Arguments of the command.", text("Argument.")),
    ),
  );
