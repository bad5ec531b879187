import { createAs, createBy } from "../../lifecycle/create.js";
import type { Endpoint } from "../../platform/endpoint.js";
import { lateSeconds } from "../../platform/polling.js";
import { isAbsent } from "../../schema/json.js";
import { membersToWire } from "../../values/wire.js";
import { scopeOf } from "../shared/variableCalls.js";
import { targetOf } from "./target.js";
import { refuseReadable } from "./variableForm.js";

/** Creates a value, or an alias or an override of another variable: each has a call of its own. */
export const createVariable = createAs(async (scope, args) => {
  const { args: fields, api, pathArgs } = scope.definition;
  const { scope: of, parentId } = scopeOf(String(args.on));
  const { key, value, ...others } = membersToWire(fields, args, pathArgs);
  if (!isAbsent(args.aliasOf)) {
    const members = { id: (await targetOf(scope, args, "aliasOf", lateSeconds)).id };
    const body = { key, ...others, alias_scope: of, alias_parent_id: parentId };
    return createBy(scope, args, { call: api.alias as Endpoint, members, body });
  }
  if (!isAbsent(args.overrides)) {
    const target = await targetOf(scope, args, "overrides", lateSeconds);
    refuseReadable(scope, args, target.isSecret);
    const members = { id: target.id };
    const body = { value, ...others, override_scope: of, override_parent_id: parentId };
    return createBy(scope, args, { call: api.override as Endpoint, members, body });
  }
  // A value that the program marks as secret makes a secret variable.
  const isSecret = args.secret ?? fields.value?.secret === true;
  const body = { key, value, ...others, is_secret: isSecret, variable_scope: of, variable_parent_id: parentId };
  return createBy(scope, args, { call: api.create, members: {}, body });
});
