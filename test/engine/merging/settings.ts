/** Valid settings of a kind in any combination: what a platform may have, and what a program may give beside it. */
import fc from "fast-check";
import type { SeededIds } from "../../platform/platform.js";
import type { Value, Values } from "../../provider.js";

const text = fc.constantFrom("a", "b", "c");

/** An object with any of these members. */
const anyOf = (members: Record<string, fc.Arbitrary<Value>>, required: readonly string[] = []): fc.Arbitrary<Values> =>
  fc.record(members, { requiredKeys: [...required], noNullPrototype: true }) as fc.Arbitrary<Values>;

/** The port without what its protocol and visibility do not allow. */
function allowed({ externalPort, publicPath, publicPathRewrite, ...port }: Values): Values {
  if (port.publiclyAccessible !== true) return port;
  const isHttp = port.protocol === undefined || port.protocol === "HTTP" || port.protocol === "GRPC";
  const paths = { publicPath, publicPathRewrite };
  return Object.fromEntries(
    Object.entries({ ...port, externalPort, ...(isHttp ? paths : {}) }).filter(([, value]) => value !== undefined),
  );
}

/** The first item that has the value keeps it; in later ones, the member is omitted. */
const once = (name: string, isSpecial: (value: Value) => boolean) => (items: Values[]) =>
  items.map((item, index) => {
    const value = item[name];
    if (value === undefined || !isSpecial(value)) return item;
    const isFirst = items.findIndex((each) => each[name] === value) === index;
    const { [name]: _, ...others } = item;
    return isFirst ? item : others;
  });

const ports = fc
  .uniqueArray(
    anyOf(
      {
        internalPort: fc.constantFrom(80, 8080, 9090),
        publiclyAccessible: fc.boolean(),
        name: text,
        isDefault: fc.boolean(),
        protocol: fc.constantFrom("HTTP", "GRPC", "TCP"),
        externalPort: fc.constantFrom(443, 8443),
        publicPath: fc.constant("/api"),
        publicPathRewrite: fc.constant("/v1"),
      },
      ["internalPort", "publiclyAccessible"],
    ),
    { selector: ({ internalPort }) => internalPort, maxLength: 3 },
  )
  .map((items) => once("isDefault", (value) => value === true)(once("name", () => true)(items.map(allowed))));

const disks = fc.uniqueArray(
  anyOf(
    { type: fc.constant("FAST_SSD"), size: fc.integer({ min: 4, max: 9 }), mountPoint: fc.constantFrom("/a", "/b") },
    ["type", "size", "mountPoint"],
  ),
  { selector: ({ mountPoint }) => mountPoint },
);

const scaler = fc
  .tuple(
    anyOf(
      {
        scalerType: fc.constantFrom("cpu", "kafka"),
        role: fc.constantFrom("PRIMARY", "SAFETY"),
        enabled: fc.boolean(),
        triggerAuthentication: anyOf({ name: text, configYaml: fc.constantFrom("key: 1", "key: 2") }, [
          "name",
          "configYaml",
        ]),
      },
      ["scalerType", "role"],
    ),
    fc.oneof(
      anyOf({ configYaml: text }, ["configYaml"]),
      anyOf({ configJson: fc.constant({ value: "7" }) }, ["configJson"]),
    ),
  )
  .map(([shared, config]) => ({ ...shared, ...config }) as Values);

const autoscaling = fc
  .array(scaler, { minLength: 1, maxLength: 3 })
  .map(([first, ...others]) => ({ mode: "KEDA", scalers: [{ ...first, enabled: true }, ...others] }));

const probe = fc.oneof(
  anyOf({ type: fc.constant({ tcp: { port: 80 } }), periodSeconds: fc.constantFrom(5, 15) }, ["type"]),
  anyOf({ type: fc.constantFrom({ http: { port: 80 } }, { http: { port: 81, path: "/up" } }) }, ["type"]),
  anyOf({ type: fc.constantFrom({ exec: { command: ["true"] } }, { grpc: { port: 9 } }) }, ["type"]),
);
const healthchecks = anyOf({ readinessProbe: probe, livenessProbe: probe });

const instances = {
  minRunningInstances: fc.integer({ min: 0, max: 4 }),
  maxRunningInstances: fc.integer({ min: -1, max: 4 }),
};

/** Settings of a container, which has the most rules; the name is added by who uses them. */
export const settingsOf = ({ registries }: SeededIds): fc.Arbitrary<Values> =>
  anyOf(
    {
      healthchecks,
      ports,
      storage: disks,
      autoscaling: fc.oneof(autoscaling, fc.constant(null)),
      ...instances,
      description: text,
      cpu: fc.constantFrom(250, 750),
    },
    ["healthchecks"],
  ).map((values) => ({ ...values, registryId: registries.DOCKER_HUB, imageName: "library/nginx", tag: "1" }));
