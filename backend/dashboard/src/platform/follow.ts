/** Keeps what all pages share in step with the platform. */
import { effect, untracked } from "@preact/signals";
import { follow, generation } from "./live.js";
import { followOverview, readOverview } from "./overview.js";
import { followRequests, readRequests } from "./request-log.js";

/** What cannot be read now is read after the next connect; the header shows that there is none. */
const readLater = () => undefined;

export function followPlatform(): void {
  followOverview();
  followRequests();
  follow(null);
  effect(() => {
    generation.value;
    untracked(() => {
      readOverview().catch(readLater);
      readRequests().catch(readLater);
    });
  });
}
