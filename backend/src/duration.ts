const unitSeconds: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** The seconds in a string such as `90s`, `15m`, `1h`, `7d`; a plain number is seconds. */
export function parseDuration(text: string): number | undefined {
  const [, amount, unit = "s"] = /^(-?\d{1,9})([smhd])?$/.exec(text.trim()) ?? [];
  const seconds = unitSeconds[unit];
  return amount === undefined || seconds === undefined ? undefined : Number(amount) * seconds;
}
