/** An operator's request that cannot be carried out; its message is for people and contains no secret. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
  /** The field of a form that it is about, where it is about one. */
  readonly field: string | undefined;

  constructor(message: string, field?: string) {
    super(message);
    this.field = field;
  }
}
