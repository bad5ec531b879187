import type { EndpointSet } from "./endpoint.js";

interface Setting<T> {
  readonly description: string;
  readonly default?: T;
  /** The value, or an error whose message ends the sentence `app-platform:baseUrl …`. */
  readonly read: (text: string) => T;
  readonly secret?: boolean;
}

/** What can be set, in the environment (`APP_PLATFORM_BASE_URL`) or the stack's configuration (`app-platform:baseUrl`). */
export const settings = {
  baseUrl: {
    description: "Address of the platform's API: https, or http where the host is loopback.",
    read: readAddress,
  },
  token: { description: "Access token, a JWT. Set it with `--secret`.", secret: true, read: readToken },
  tokenFile: {
    description: "File that holds the access token; read again when the platform answers 401.",
    read: (text) => text,
  },
  endpoints: {
    description:
      "Set of endpoints that the platform serves: `documented`, or `extended` with calls that are not in the API document.",
    default: "documented",
    read: oneOf("documented", "extended"),
  },
  onDelete: {
    description:
      "What a destroy does where the platform serves no delete: `warn` lets the resource leave the state and stay on the platform, `fail` refuses.",
    default: "warn",
    read: oneOf("warn", "fail"),
  },
  onExisting: {
    description:
      "What a create does that meets its own name: `fail` says so, `adopt` takes over the existing one and edits it.",
    default: "fail",
    read: oneOf("fail", "adopt"),
  },
  maxConcurrentRequests: { description: "Most requests under way at once.", default: 64, read: positiveInteger },
  operationTimeoutSeconds: {
    description:
      "Longest time that one operation on a resource may take with all its tries and looks, in seconds. Waiting for a deployment or for the end of a deletion has its own.",
    default: 120,
    read: positiveInteger,
  },
  requestTimeoutSeconds: {
    description: "Longest time that one request may take, in seconds.",
    default: 30,
    read: positiveInteger,
  },
} as const satisfies Record<string, Setting<string | number | URL>>;

export type SettingName = keyof typeof settings;

/** The settings as the provider uses them. */
export interface SettingValues {
  readonly baseUrl: URL;
  readonly token?: string;
  readonly tokenFile?: string;
  readonly endpoints: EndpointSet;
  readonly onDelete: "warn" | "fail";
  readonly onExisting: "fail" | "adopt";
  readonly maxConcurrentRequests: number;
  readonly operationTimeoutSeconds: number;
  readonly requestTimeoutSeconds: number;
}

/** `APP_PLATFORM_BASE_URL` for `baseUrl`; `APP_PLATFORM_STAGING_BASE_URL` for the connection `staging`. */
export function environmentName(setting: SettingName, connection?: string): string {
  const words = [connection, setting].filter((word) => word !== undefined).map(upperSnake);
  return ["APP_PLATFORM", ...words].join("_");
}

function upperSnake(word: string): string {
  return word
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .toUpperCase();
}

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

function readAddress(text: string): URL {
  if (!URL.canParse(text)) throw new Error(`is "${text}", which is no URL`);
  const url = new URL(text);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && loopback.test(url.hostname))) {
    throw new Error(
      `is "${url.protocol}//${url.host}": it must be https, so that the token is never sent in clear; only a loopback host may be http`,
    );
  }
  if (url.username !== "" || url.search !== "" || url.hash !== "")
    throw new Error("holds a user name, a query or a fragment; give only scheme, host, port and path");
  return url;
}

/** The token in a text; refuses, without showing it, what could never be sent. */
export function readToken(text: string): string {
  const token = text.trim();
  if (token === "") throw new Error("is empty");
  if (!/^[\x21-\x7e]+$/.test(token)) throw new Error("holds blanks, line breaks or letters that no token has");
  return token;
}

function oneOf<const W extends readonly string[]>(...words: W): (text: string) => W[number] {
  return (text) => {
    if (!words.includes(text)) throw new Error(`is "${text}"; it must be ${words.join(" or ")}`);
    return text as W[number];
  };
}

function positiveInteger(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new Error(`is "${text}"; it must be an integer of at least 1`);
  return Number(text);
}
