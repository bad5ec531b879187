/** How to set `app-platform:onDelete`, as the advice of an error: a destroy does not see what was set since the last `up`. */
export const onDeleteAdvice = (value: string): string =>
  `set app-platform:onDelete to ${value}; for \`pulumi destroy\`, which uses the configuration of the last \`pulumi up\`, set APP_PLATFORM_ON_DELETE=${value}`;
