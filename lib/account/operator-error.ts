/** Something an operator asked for that cannot be done; the message is for people and names no secret. */
export class OperatorError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'OperatorError';
  }
}
