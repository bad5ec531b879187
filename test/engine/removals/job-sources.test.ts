/** A job whose program switches from one alternative of its source to another and back, on the real backend. */
import { describe, expect, it } from "vitest";
import { openedPlatform } from "../../platform/opened.js";
import type { Values } from "../../provider.js";
import { providerAt } from "../faults/provider.js";

const sets = ["documented", "extended"] as const;

describe.each(sets)("a job that switches its source (%s)", (endpoints) => {
  const platform = openedPlatform({ endpoints });

  it("has the new one alone after each update, without a difference", async () => {
    const { environment: environmentId, gitToken: gitTokenId, registries } = platform.ids;
    const url = "https://github.com/acme/report.git";
    const gitRepository = { url, provider: "GITHUB", gitTokenId, branch: "main", rootPath: "/" };
    const image = { image: { registryId: registries.DOCKER_HUB, imageName: "acme/report", tag: "1" } };
    const byPath = { docker: { gitRepository, dockerfilePath: "Dockerfile", dockerTargetBuildStage: "run" } };
    const byContent = { docker: { gitRepository, dockerfileRaw: "FROM alpine\n" } };
    const job = (source: Values): Values => ({
      ...{ environmentId, name: "report", healthchecks: {}, source },
      schedule: { cronjob: { scheduledAt: "0 4 * * *" } },
    });
    const { create, diff, read, update } = providerAt({
      ...{ url: platform.url, token: platform.tokens.admin, endpoints },
    }).of("Job");
    let { id, outputs } = await create(job(image));
    for (const source of [byPath, byContent, byPath, image, byContent, image]) {
      expect(await diff(id, outputs, job(source))).toEqual({});
      ({ id, outputs } = await update(id, outputs, job(source)));
      expect(await diff(id, outputs, job(source))).toEqual({ changes: false });
      ({ id, outputs } = await read(id, outputs));
      expect(await diff(id, outputs, job(source))).toEqual({ changes: false });
      const { body } = await platform.request("GET", `/environment/${environmentId}/job`);
      const [{ source: there }] = body.results;
      const docker = source === image ? null : source === byPath ? ["dockerfile_path"] : ["dockerfile_raw"];
      expect(there.image ?? null).toEqual(source === image ? expect.objectContaining({ tag: "1" }) : null);
      if (docker === null) expect(there.docker ?? null).toBeNull();
      else {
        const forms = ["dockerfile_path", "dockerfile_raw"].filter((name) => (there.docker[name] ?? null) !== null);
        expect(forms).toEqual(docker);
        expect(there.docker.docker_target_build_stage ?? null).toBe(source === byPath ? "run" : null);
      }
    }
  });
});
