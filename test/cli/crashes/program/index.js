const platform = require(process.env.FRONTEND === "native" ? "pulumi-app-platform/native" : "pulumi-app-platform");
const resources = require("./resources.json");

// Each depends on the one before: what is called last is called when all others are in the state.
let before;
for (const { kind, name, args } of resources) {
  before = new platform[kind](name, args, before === undefined ? {} : { dependsOn: before });
}
