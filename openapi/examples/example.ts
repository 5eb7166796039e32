/** A request as it may be sent and the answer it may get. Tests send it and compare. */
export interface Example {
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly answer: Readonly<Record<string, unknown>>;
}
