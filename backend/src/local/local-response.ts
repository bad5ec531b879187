/** A response of a local path that is more than a JSON body. */
export class LocalResponse {
  constructor(
    readonly status: number,
    readonly headers: Readonly<Record<string, string>>,
    readonly body: string | Buffer,
  ) {}
}
