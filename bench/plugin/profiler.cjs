// Loaded into the plugin (--require): the first SIGUSR2 starts a CPU profile, the second one writes it to the file in PROFILE.
"use strict";
const { writeFileSync } = require("node:fs");
const { Session } = require("node:inspector");

const session = new Session();
session.connect();
session.post("Profiler.enable");
session.post("Profiler.setSamplingInterval", { interval: 200 });
process.once("SIGUSR2", () => {
  session.post("Profiler.start");
  process.once("SIGUSR2", () =>
    session.post("Profiler.stop", (_, { profile }) => writeFileSync(process.env.PROFILE, JSON.stringify(profile))),
  );
});
