const platform = require("pulumi-app-platform");
const resources = require("./resources.json");

const declared = {};
for (const { kind, name, args, cloneOf, deploys } of resources) {
  declared[name] = new platform[kind](name, {
    ...args,
    ...(cloneOf === undefined ? {} : { cloneFrom: declared[cloneOf] }),
    ...(deploys === undefined ? {} : { services: deploys.map((each) => declared[each]) }),
  });
}
