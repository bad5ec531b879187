import type { Check } from "../check.js";
import { acceptance } from "./acceptance.js";
import { address } from "./address.js";
import { clock } from "./clock.js";
import { endpointSet } from "./endpointSet.js";
import { environment } from "./environment.js";
import { languageHost } from "./languageHost.js";
import { nativeProvider } from "./nativeProvider.js";
import { node } from "./node.js";
import { project } from "./project.js";
import { providerPackage } from "./providerPackage.js";
import { pulumiCli } from "./pulumiCli.js";
import { pulumiSdk } from "./pulumiSdk.js";
import { role } from "./role.js";
import { settings } from "./settings.js";
import { stackConfiguration } from "./stackConfiguration.js";
import { token } from "./token.js";
import { typescript } from "./typescript.js";

/** In order: the machine, the project, the settings, the platform. */
export const checks: readonly Check[] = [
  node,
  pulumiCli,
  project,
  languageHost,
  pulumiSdk,
  typescript,
  providerPackage,
  nativeProvider,
  stackConfiguration,
  settings,
  address,
  clock,
  token,
  acceptance,
  role,
  endpointSet,
  environment,
];
