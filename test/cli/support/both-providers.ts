/** The same through both providers in one stack, whose runs take as long as those of one provider. */
import * as dynamic from "pulumi-app-platform";
import * as native from "pulumi-app-platform/native";
import type { Program } from "../../engine/support/test-stack.js";
import { type FrontendName, frontends } from "../../support/frontend.js";

export type App = typeof dynamic;

export const apps: Readonly<Record<FrontendName, App>> = { dynamic, native: native as unknown as App };

/** A program that declares something with each provider. Its names begin with that of the provider. */
export const ofBoth =
  (declare: (app: App, named: (name: string) => string) => void): Program =>
  () => {
    for (const frontend of frontends) declare(apps[frontend], (name) => `${frontend}-${name}`);
  };

/** What an expression is for each provider. */
export const eachProvider = <T>(
  of: (named: (name: string) => string, frontend: FrontendName) => Promise<T>,
): Promise<T[]> => Promise.all(frontends.map((frontend) => of((name) => `${frontend}-${name}`, frontend)));
