import { render } from "preact";
import { App } from "./app.js";
import { listenToKeys } from "./keys/keys.js";
import { followPlatform } from "./platform/follow.js";
import { applyTheme } from "./theme.js";
import "./styles/base.css";
import "./styles/layout.css";
import "./styles/parts.css";
import "./styles/table.css";
import "./styles/timeline.css";
import "./styles/controls.css";

applyTheme();
listenToKeys();
followPlatform();
render(<App />, document.getElementById("app") as HTMLElement);
