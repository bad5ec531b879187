import { render } from "preact";
import type { PlatformInfo } from "../../src/dashboard/contract.js";

const title: Pick<PlatformInfo, "version"> = { version: "" };

render(<h1>Application Platform {title.version}</h1>, document.getElementById("app") as HTMLElement);
