/** The texts of dynamic providers in the state, by what they do. */
export const providerTexts = {
  container: 'exports.handler=()=>require("pulumi-app-platform/runtime").provider("Container")',
  /** Without any function. */
  empty: "exports.handler=()=>({})",
  /** Sends the inputs, and returns them with the response: as much as a container's outputs. */
  onlySending: `exports.handler = () => {
    const { APP_PLATFORM_BASE_URL: base, APP_PLATFORM_TOKEN: token } = process.env;
    const pool = new (require("undici").Pool)(base, { connections: 64 });
    const headers = { authorization: "Bearer " + token, "content-type": "application/json" };
    return {
      async create({ __provider, environmentId, ...inputs }) {
        const path = "/environment/" + environmentId + "/container";
        const { body } = await pool.request({ method: "POST", path, headers, body: JSON.stringify(inputs) });
        const response = await body.json();
        return { id: response.id, outs: { ...inputs, ...response } };
      },
    };
  }`,
} as const;
