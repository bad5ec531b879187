// Generated from the definitions in provider/kinds by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { idToRead } from "../../programArguments.js";
import { PlatformResource } from "../../resource.js";
import type { StatePlace } from "../types/place.js";
import type { Application } from "./application.js";
import type { Container } from "./container.js";
import type { HelmService } from "./helmService.js";

/**
 * Your own domain for an application or a container. It works once the domain has a CNAME record with the name in `validationDomain`.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { Container, CustomDomain } from "pulumi-app-platform";
 *
 * const config = new pulumi.Config();
 *
 * const web = Container.get("web", config.require("webId"));
 * const shop = new CustomDomain("shop", { on: web, domain: "shop.example.com", generateCertificate: true });
 * export const cname = shop.validationDomain;
 * ```
 */
export class CustomDomain extends PlatformResource {
  /** Service that the domain leads to. */
  declare readonly on: pulumi.Output<string>;

  /** Domain name. */
  declare readonly domain: pulumi.Output<string>;

  /** Whether the platform obtains and renews a TLS certificate for the domain. */
  declare readonly generateCertificate: pulumi.Output<boolean>;

  /** Whether requests come through a content delivery network (CDN). */
  declare readonly useCdn: pulumi.Output<boolean>;

  /** Name of the connection to use for the resource. */
  declare readonly connection: pulumi.Output<string | undefined>;

  /** ID of an existing resource to adopt instead of creating one. */
  declare readonly adoptId: pulumi.Output<string | undefined>;

  /** Time of creation (ISO 8601). */
  declare readonly createdAt: pulumi.Output<string | undefined>;

  /** Time of the last update or, before the first one, of the creation (ISO 8601). */
  declare readonly updatedAt: pulumi.Output<string | undefined>;

  /** Name that the CNAME record of the domain must have. */
  declare readonly validationDomain: pulumi.Output<string | undefined>;

  /** State of the validation, for example `VALIDATION_PENDING`. */
  declare readonly status: pulumi.Output<string | undefined>;

  /**
   * Creates a CustomDomain resource with the given unique name, arguments, and options. Your own domain for an application or a container. It works once the domain has a CNAME record with the name in `validationDomain`.
   *
   * @param name The unique name of the resource in the stack.
   * @param args The arguments of the resource.
   * @param options Pulumi's resource options.
   * @example
   * ```ts
   * import * as pulumi from "@pulumi/pulumi";
   * import { Container, CustomDomain } from "pulumi-app-platform";
   *
   * const config = new pulumi.Config();
   *
   * const web = Container.get("web", config.require("webId"));
   * const shop = new CustomDomain("shop", { on: web, domain: "shop.example.com", generateCertificate: true });
   * export const cname = shop.validationDomain;
   * ```
   */
  constructor(name: string, args: CustomDomainArgs, options?: pulumi.CustomResourceOptions) {
    super("CustomDomain", name, args, options);
  }

  /**
   * Gets an existing CustomDomain's state by ID, without managing it.
   *
   * @param name The unique name of the resource in the stack.
   * @param id The ID of the resource on the platform.
   * @param state Known arguments of the resource; required if the platform can't read the kind by ID.
   * @param options Pulumi's resource options.
   * @example
   * ```ts
   * import * as pulumi from "@pulumi/pulumi";
   * import { CustomDomain } from "pulumi-app-platform";
   *
   * const config = new pulumi.Config();
   * const on = config.require("on");
   *
   * const existing = CustomDomain.get("existing", "3fa85f64-5717-4562-b3fc-2c963f66afa6", { on });
   * export const urn = existing.urn;
   * ```
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    state: CustomDomainState = {},
    options: pulumi.CustomResourceOptions = {},
  ): CustomDomain {
    return new CustomDomain(name, state as CustomDomainArgs, { ...options, id: idToRead("CustomDomain", name, id) });
  }

  /** Returns true if the value is a CustomDomain, even one of another copy of this package. */
  static override isInstance(value: unknown): value is CustomDomain {
    return PlatformResource.isKind("CustomDomain", value);
  }
}

/** The arguments for creating a CustomDomain resource. */
export interface CustomDomainArgs {
  /**
   * Service that the domain leads to.
   *
   * Format: a reference: application, container or helm, a slash and a UUID, such as container/3fa85f64-5717-4562-b3fc-2c963f66afa6. Changing it replaces the resource.
   */
  on: pulumi.Input<string | Application | Container | HelmService>;
  /**
   * Domain name; unique on the platform, case-insensitive.
   *
   * Format: a domain name, such as shop.example.com or *.example.com.
   */
  domain: pulumi.Input<string>;
  /** Whether the platform obtains and renews a TLS certificate for the domain. */
  generateCertificate: pulumi.Input<boolean>;
  /**
   * Whether requests come through a content delivery network (CDN).
   *
   * Default: false.
   */
  useCdn?: pulumi.Input<boolean | undefined> | undefined;
  /**
   * Name of the connection to use for the resource.
   *
   * Default: the stack's default connection. Changing it replaces the resource.
   */
  connection?: pulumi.Input<string | undefined> | undefined;
  /** ID of an existing resource to adopt instead of creating one. The preview shows what changes. Used only at creation; you can remove it afterwards. */
  adoptId?: pulumi.Input<string | undefined> | undefined;
}

/** Known arguments of an existing CustomDomain, for {@link CustomDomain.get}. */
export interface CustomDomainState extends StatePlace {
  /**
   * Service that the domain leads to.
   *
   * Format: a reference: application, container or helm, a slash and a UUID, such as container/3fa85f64-5717-4562-b3fc-2c963f66afa6.
   */
  on?: pulumi.Input<string | Application | Container | HelmService | undefined> | undefined;
}
