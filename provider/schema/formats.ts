/** The schemas of strings that have a format, for definitions. */
import { z } from "zod";
import { type Format, textFormats } from "./textFormats.js";

const inFormat = (name: Format) => z.stringFormat(name, textFormats[name].accepts);

/** A UUID in any version. */
export const uuid = inFormat("guid");

/** An absolute URI of any scheme. */
export const uri = inFormat("uri");

/** An http or https URL. */
export const url = inFormat("url");

/** An https URL. */
export const httpsUrl = inFormat("httpsUrl");

/** The URL of a Helm repository. */
export const chartUrl = inFormat("chartUrl");

/** The URL of a git repository. */
export const gitUrl = inFormat("gitUrl");

/** A cron expression of five fields. */
export const cron = inFormat("cron");

/** An IANA time zone. */
export const timezone = inFormat("timezone");

/** A domain name, or all names below one: `*.example.com`. */
export const domain = inFormat("domain");

/** A path of the API, with parameters in braces. */
export const apiPath = inFormat("apiPath");

/** A reference to a service that can have public ports. */
export const exposedService = inFormat("exposedService");

/** A reference to what can have variables. */
export const variableScope = inFormat("variableScope");

/** The name of an image, without tag or digest. */
export const imageName = inFormat("imageName");
