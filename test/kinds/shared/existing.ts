import type { SeededIds } from "../../platform/platform.js";

/** The repository of the services that the tests of adoption create by hand. */
export const existingGit = (ids: SeededIds) => ({
  url: "https://github.com/acme/shop.git",
  provider: "GITHUB",
  branch: "production",
  rootPath: "/services/shop",
  gitTokenId: ids.gitToken,
});
