/**
 * Texts with credentials, and texts without. Two detectors look for them, which share no code: that of `app-platform export`, which
 * moves them into secrets of the stack configuration, and that of the backend, which masks them in its dashboard. Both are tested with
 * these. The credentials are between `‹` and `›`.
 */
import { expect } from "vitest";

export const textsWithCredentials: readonly string[] = [
  // A flag whose value is an assignment: the inner name tells.
  "--env=DB_PASSWORD=‹hunter2-x9›",
  "-e DB_PASSWORD=‹hunter2-x9›",
  "-var=db_password=‹hunter2-x9›",
  "-var=token=‹hunter2-x9›",
  "-var 'db_password=‹hunter2-x9›'",
  "--set=auth.password=‹hunter2-x9›",
  "--set auth.password=‹hunter2-x9›,image.tag=1.27",
  "--set=image.tag=1.27,auth.password=‹hunter2-x9›",
  "--build-arg=NPM_TOKEN=‹hunter2-x9›",
  "--from-literal=api-key=‹hunter2-x9›",
  "env -i A=B PGPASSWORD=‹hunter2-x9› psql",
  "java -Ddb.password=‹hunter2-x9› -jar app.jar",
  "--opts=--inner=--password=‹hunter2-x9›",
  // Flags and assignments.
  "--password=‹hunter2-x9›",
  "--password ‹hunter2-x9› --port 80",
  '--password="‹hunter2 x9›"',
  "--db-password='‹two words-x9›'",
  "redis-server --requirepass ‹hunter2-x9›",
  "DB_PASSWORD_PROD=‹hunter2-x9›",
  "apiKey=‹hunter2-x9›",
  "client_secret: ‹hunter2-x9›",
  "Server=db;Password=‹hunter2-x9›;Port=1",
  "host=db port=5432 password=‹hunter2-x9›",
  "ENV API_TOKEN ‹hunter2-x9›",
  // Characters that end a value elsewhere.
  "--password=‹hunter2,x9›",
  "--password=‹hunter2;x9›",
  "--password=‹hunter2&x9›",
  "--password=‹hunter2)x9›",
  "--password=‹hunter2}x9›",
  "--password=‹hunter2'x9›",
  '--password=‹hunter2"x9›',
  // In JSON and YAML.
  '{"clientSecret": "‹hunter2-x9›", "id": 7}',
  '--config={\\"password\\":\\"‹hunter2-x9›\\"}',
  "user: a\npassword: ‹two words-x9›\nport: 1",
  "- token: ‹hunter2-x9›",
  "privateKey: |\n  ‹hunter2-x9›\n  ‹second-x9›\nport: 1",
  // Programs whose flags have one letter.
  "curl -u admin:‹hunter2-x9› https://x.example",
  "mysql -h db -p‹hunter2-x9›",
  "redis-cli -h cache -a ‹hunter2-x9› ping",
  "sshpass -p ‹hunter2-x9› ssh x",
  // URLs.
  "postgres://user:‹hunter2-x9›@db/orders",
  "redis://:‹hunter2-x9›@cache",
  "amqp://u:‹a/hunter2-x9›@mq",
  "https://‹x0ff3e1b0a9c8d7e›@git.example.com/x.git",
  "https://x.example/?sig=‹hunter2-x9›&page=2",
  "https://x.example/?page=2&access_token=‹hunter2-x9›",
  // Headers.
  "Authorization: Bearer ‹hunter2-x9›",
  "Authorization: Token ‹op4que-text-x9›",
  "curl -H 'Authorization: Token ‹op4que-text-x9›' https://x.example",
  '{"Authorization": "Basic ‹aHVudGVyMg==›"}',
  "X-Api-Key: ‹hunter2-x9›",
  // Tokens of well-known forms.
  "push ‹ghp_abcdefghijklmnop1234› now",
  "‹eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl›",
  "‹AKIAABCDEFGHIJKLMNOP›",
];

export const listsWithCredentials: readonly (readonly string[])[] = [
  ["--password", "‹hunter2-x9›"],
  ["-u", "‹admin:hunter2-x9›"],
  ["-var", "db_password=‹hunter2-x9›"],
  ["--env", "DB_PASSWORD=‹hunter2-x9›"],
  ["-var=token=‹hunter2-x9›", "--set=auth.password=‹second-x9›"],
];

export const harmlessTexts: readonly string[] = [
  ...["nginx -g 'daemon off;'", "--port=8080 --host=0.0.0.0", "--env=LOG_LEVEL=debug"],
  ...["--set=image.tag=1.27,replicas=2", "-var=region=eu-west-3", "https://registry.example.org:5000/a/b"],
  ...["ssh://git@github.com/a/b.git", "/etc/ssl/certs", "passenger start", "the token is in the vault"],
  "a token a day",
];

export const namesOfSecrets: readonly string[] = [
  ...["password", "DB_PASSWORD", "DB_PASSWORD_2", "DB_PASSWORD_PROD", "PGPASSWORD", "apiKey", "private_key"],
  ...["auth.password", "client-secret", "accessToken", "db_pass"],
];

const marks = /[‹›]/g;

export const withoutMarks = (text: string): string => text.replaceAll(marks, "");

/** The credentials in a marked text. */
export const credentialsOf = (text: string): string[] =>
  [...text.matchAll(/‹([^›]*)›/g)].map(([, found = ""]) => found);

/**
 * Texts that repeat a part take time in proportion to their length: one of 128 KiB takes about as long as eight of 16 KiB. Where it
 * does not, the least of ten times counts: any of them may contain other work of a busy machine.
 */
export function expectProportionalTime(work: (text: string) => unknown, parts: readonly string[]): void {
  const timeOf = (text: string, times: number) => {
    const before = process.cpuUsage();
    for (let time = 0; time < times; time += 1) work(text);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  const isProportional = (part: string) => {
    const ofSize = (size: number) => part.repeat(Math.ceil((size * 1024) / part.length));
    const [short, long] = [ofSize(16), ofSize(128)];
    let [ofShort, ofLong] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let tries = 0; tries < 10; tries += 1) {
      ofShort = Math.min(ofShort, timeOf(short, 8));
      ofLong = Math.min(ofLong, timeOf(long, 1));
      // In proportion to the square of its length, it would take eight times as long.
      if (ofLong < 3 * ofShort) return true;
    }
    return false;
  };
  expect(parts.filter((part) => !isProportional(part))).toEqual([]);
}
