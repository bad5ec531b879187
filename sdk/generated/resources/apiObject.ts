// Generated from the definitions in provider/kinds by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { idToRead } from "../../programArguments.js";
import { PlatformResource } from "../../resource.js";
import type * as input from "../types/input.js";
import type * as output from "../types/output.js";
import type { StatePlace } from "../types/place.js";

/**
 * Any other object of the platform's API, such as a webhook or an alert rule, at the paths that you set. New objects at paths of the provider's other resources are refused.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { ApiObject } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 * const organizationId = config.require("organizationId");
 *
 * const hook = new ApiObject("hook", {
 *   path: "/organization/{organizationId}/webhook",
 *   parameters: { organizationId },
 *   body: { kind: "SLACK", target_url: "https://hooks.example.com/deployments", events: ["DEPLOYED"] },
 *   secretBody: { target_secret: config.requireSecret("targetSecret") },
 *   nameMember: "target_url",
 * });
 * export const hookId = hook.id;
 * ```
 */
export class ApiObject extends PlatformResource {
  /** Path at which objects are created (POST), below the base URL of the API. */
  declare readonly path: pulumi.Output<string>;

  /** Values for the names in braces, in all paths. */
  declare readonly parameters: pulumi.Output<{ [key: string]: string } | undefined>;

  /** What requests contain, with the API's own names. */
  declare readonly body: pulumi.Output<{ [key: string]: unknown }>;

  /**
   * Members of `body` that are secret.
   *
   * Secret: encrypted in the state.
   */
  declare readonly secretBody: pulumi.Output<{ [key: string]: unknown } | undefined>;

  /** Member of `body` that identifies the object in the list that GET `path` returns. */
  declare readonly nameMember: pulumi.Output<string | undefined>;

  /** Path of the call that reads the object (GET). */
  declare readonly read: pulumi.Output<string | undefined>;

  /** How the object is updated. */
  declare readonly update: pulumi.Output<output.ApiObjectUpdate | undefined>;

  /** How the object is deleted. */
  declare readonly delete: pulumi.Output<output.ApiObjectDelete | undefined>;

  /** Paths of members of `body` whose changes outside Pulumi don't count, for example because the API returns them in another form: `url` or `headers[0].value`. */
  declare readonly ignore: pulumi.Output<string[] | undefined>;

  /** Paths of members of responses that are secret, such as a token that the platform generates. */
  declare readonly secretMembers: pulumi.Output<string[] | undefined>;

  /** ID of an existing object to adopt instead of creating one. */
  declare readonly adoptId: pulumi.Output<string | undefined>;

  /** Name of the connection to use for the resource. */
  declare readonly connection: pulumi.Output<string | undefined>;

  /**
   * The members of responses that `secretMembers` names.
   *
   * Secret: encrypted in the state.
   */
  declare readonly secretResponse: pulumi.Output<{ [key: string]: unknown } | undefined>;

  /** What the platform last returned for the object, with the API's own names. */
  declare readonly response: pulumi.Output<{ [key: string]: unknown } | undefined>;

  /**
   * Creates an ApiObject resource with the given unique name, arguments, and options. Any other object of the platform's API, such as a webhook or an alert rule, at the paths that you set. New objects at paths of the provider's other resources are refused.
   *
   * @param name The unique name of the resource in the stack.
   * @param args The arguments of the resource.
   * @param options Pulumi's resource options.
   * @example
   * ```ts
   * import * as pulumi from "@pulumi/pulumi";
   * import { ApiObject } from "pulumi-app-platform";
   *
   * const config = new pulumi.Config();
   * const organizationId = config.require("organizationId");
   *
   * const hook = new ApiObject("hook", {
   *   path: "/organization/{organizationId}/webhook",
   *   parameters: { organizationId },
   *   body: { kind: "SLACK", target_url: "https://hooks.example.com/deployments", events: ["DEPLOYED"] },
   *   secretBody: { target_secret: config.requireSecret("targetSecret") },
   *   nameMember: "target_url",
   * });
   * export const hookId = hook.id;
   * ```
   */
  constructor(name: string, args: ApiObjectArgs, options?: pulumi.CustomResourceOptions) {
    super("ApiObject", name, args, options);
  }

  /**
   * Gets an existing ApiObject's state by ID, without managing it.
   *
   * @param name The unique name of the resource in the stack.
   * @param id The ID of the resource on the platform.
   * @param state Known arguments of the resource; required if the platform can't read the kind by ID.
   * @param options Pulumi's resource options.
   * @example
   * ```ts
   * import * as pulumi from "@pulumi/pulumi";
   * import { ApiObject } from "pulumi-app-platform";
   *
   * const config = new pulumi.Config();
   * const organizationId = config.require("organizationId");
   *
   * const existing = ApiObject.get("existing", "3fa85f64-5717-4562-b3fc-2c963f66afa6", { path: "/organization/{organizationId}/webhook", parameters: { organizationId } });
   * export const urn = existing.urn;
   * ```
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    state: ApiObjectState = {},
    options: pulumi.CustomResourceOptions = {},
  ): ApiObject {
    return new ApiObject(name, state as ApiObjectArgs, { ...options, id: idToRead("ApiObject", name, id) });
  }

  /** Returns true if the value is an ApiObject, even one of another copy of this package. */
  static override isInstance(value: unknown): value is ApiObject {
    return PlatformResource.isKind("ApiObject", value);
  }
}

/** The arguments for creating an ApiObject resource. */
export interface ApiObjectArgs {
  /**
   * Path at which objects are created (POST), below the base URL of the API; parameters in braces, such as `/organization/{organizationId}/webhook`.
   *
   * Format: a path that begins with a slash, such as /organization/{organizationId}/webhook: no host, no query, no slash at the end, no `.` or `..`, and parameters in place of encoded characters. Changing it replaces the resource.
   */
  path: pulumi.Input<string>;
  /**
   * Values for the names in braces, in all paths.
   *
   * Changing it replaces the resource.
   */
  parameters?: pulumi.Input<{ [key: string]: pulumi.Input<string> } | undefined> | undefined;
  /** What requests contain, with the API's own names. The platform chooses members that you omit; members that you remove are removed on the platform. */
  body: pulumi.Input<{ [key: string]: unknown }>;
  /**
   * Members of `body` that are secret. Responses aren't compared with them, so changes outside Pulumi aren't detected. They're sent when they change, and in updates that replace the whole object.
   *
   * Always encrypted in the state.
   */
  secretBody?: pulumi.Input<{ [key: string]: unknown } | undefined> | undefined;
  /** Member of `body` that identifies the object in the list that GET `path` returns; unique there and case-sensitive, such as `name` or `spec.name`. Omit it if the API has no such list. Without it, the provider can't find out whether a create whose response was lost was carried out. */
  nameMember?: pulumi.Input<string | undefined> | undefined;
  /**
   * Path of the call that reads the object (GET); `{id}` stands for its ID. A path without `{id}` returns a list that contains the object.
   *
   * Default: `path`, followed by `/{id}`. Format: a path that begins with a slash, such as /organization/{organizationId}/webhook: no host, no query, no slash at the end, no `.` or `..`, and parameters in place of encoded characters.
   */
  read?: pulumi.Input<string | undefined> | undefined;
  /** How the object is updated. */
  update?: pulumi.Input<input.ApiObjectUpdateArgs | undefined> | undefined;
  /** How the object is deleted. */
  delete?: pulumi.Input<input.ApiObjectDeleteArgs | undefined> | undefined;
  /** Paths of members of `body` whose changes outside Pulumi don't count, for example because the API returns them in another form: `url` or `headers[0].value`. */
  ignore?: pulumi.Input<pulumi.Input<string>[] | undefined> | undefined;
  /** Paths of members of responses that are secret, such as a token that the platform generates. They are in the output `secretResponse` and not in `response`, and stay there if later responses omit them. */
  secretMembers?: pulumi.Input<pulumi.Input<string>[] | undefined> | undefined;
  /** ID of an existing object to adopt instead of creating one. The preview shows what changes. Used only at creation; you can remove it afterwards. */
  adoptId?: pulumi.Input<string | undefined> | undefined;
  /**
   * Name of the connection to use for the resource.
   *
   * Default: the stack's default connection. Changing it replaces the resource.
   */
  connection?: pulumi.Input<string | undefined> | undefined;
}

/** Known arguments of an existing ApiObject, for {@link ApiObject.get}. */
export interface ApiObjectState extends StatePlace {
  /**
   * Path at which objects are created (POST), below the base URL of the API; parameters in braces, such as `/organization/{organizationId}/webhook`.
   *
   * Format: a path that begins with a slash, such as /organization/{organizationId}/webhook: no host, no query, no slash at the end, no `.` or `..`, and parameters in place of encoded characters.
   */
  path?: pulumi.Input<string | undefined> | undefined;
  /** Values for the names in braces, in all paths. */
  parameters?: pulumi.Input<{ [key: string]: pulumi.Input<string> } | undefined> | undefined;
}
