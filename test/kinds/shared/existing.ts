import type { SeededIds } from "../../platform/platform.js";
import { gitRepository } from "./objects.js";
import { asProgram } from "./spelling.js";

/** The repository of the services that the tests of adoption create by hand. */
export const existingGit = ({ gitToken }: SeededIds) => ({ ...asProgram(gitRepository.request), gitTokenId: gitToken });
