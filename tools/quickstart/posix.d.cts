export function requirePosix(): void;
