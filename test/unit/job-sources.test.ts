/** A job whose program switches from one alternative of its source to another: an update that the documented endpoints serve. */
import { describe, expect, it } from "vitest";
import type { Values } from "../../provider/schema/json.js";
import { recordOf } from "../kinds/recordOf.js";
import { ids } from "../kinds/shared/ids.js";
import { definitionOf, describeManaged, lifecycle, pretendPlatform } from "./pretend-platform.js";

const platform = pretendPlatform();

const url = "https://github.com/acme/report.git";
const repository = {
  program: { url, provider: "GITHUB", gitTokenId: ids.gitToken, branch: "main", rootPath: "/" },
  wire: { url, provider: "GITHUB", git_token_id: ids.gitToken, branch: "main", root_path: "/" },
};
const raw = "FROM alpine\nRUN true\n";

/** Each source as a program gives it, as a request contains it, and what a response says besides. */
interface Source {
  readonly program: Values;
  readonly request: Values;
  readonly response: Values;
}

const built = (program: Values, request: Values, nothing: Values): Source => ({
  program: { docker: { gitRepository: repository.program, ...program } },
  request: { docker: { git_repository: repository.wire, ...request } },
  response: { image: null, docker: { git_repository: repository.wire, ...nothing, ...request } },
});
const image = { image_name: "acme/report", tag: "2.4.0", registry_id: ids.registry };
const sources: Readonly<Record<string, Source>> = {
  image: {
    program: { image: { imageName: "acme/report", tag: "2.4.0", registryId: ids.registry } },
    request: { image },
    response: { image, docker: null },
  },
  "a Dockerfile by path": built(
    { dockerfilePath: "Dockerfile", dockerTargetBuildStage: "run" },
    { dockerfile_path: "Dockerfile", docker_target_build_stage: "run" },
    { dockerfile_raw: null },
  ),
  "a Dockerfile by content": built(
    { dockerfileRaw: raw },
    { dockerfile_raw: raw },
    { dockerfile_path: null, docker_target_build_stage: null },
  ),
};
const names = Object.keys(sources);
const switches = (["documented", "extended"] as const).flatMap((endpoints) =>
  names.flatMap((from) => names.filter((to) => to !== from).map((to) => ({ endpoints, from, to }))),
);

describe.each(switches)("a job that switches from $from to $to ($endpoints)", ({ endpoints, from, to }) => {
  const { fixture } = recordOf("Job");
  const { body } = definitionOf("Job");
  const before = sources[from] as Source;
  const after = sources[to] as Source;
  const programWith = ({ program }: Source) => ({ ...fixture.program, ...fixture.path, source: program }) as Values;
  const has = (source: Source) => {
    const response = { ...fixture.response, source: source.response };
    platform.on(`GET /job/${ids.job}`, [200, response]);
    platform.on(`GET /environment/${ids.environment}/job`, [200, { results: [response] }]);
    platform.on(`PUT /job/${ids.job}`, [200, { ...fixture.response, source: after.response }]);
  };

  it("sends the new alternative alone, and shows no difference afterwards", async () => {
    has(before);
    const cycle = lifecycle("Job", platform.url, { endpoints });
    const known = { ...fixture.outputs, __managed: describeManaged(body, programWith(before)) };
    const state = (await cycle.read(ids.job, known)).props;
    expect(await cycle.diff(ids.job, state, programWith(before))).toEqual({ changes: false });
    expect(await cycle.diff(ids.job, state, programWith(after))).toEqual({});
    const { outs } = await cycle.update(ids.job, state, programWith(after));
    const sent = platform.arrived.find(({ line }) => line.startsWith("PUT"));
    expect((sent?.body as Values | undefined)?.source).toEqual(after.request);
    expect(await cycle.diff(ids.job, outs, programWith(after))).toEqual({ changes: false });
    has(after);
    const { props } = await cycle.read(ids.job, outs);
    expect(await cycle.diff(ids.job, props, programWith(after))).toEqual({ changes: false });
  });
});
