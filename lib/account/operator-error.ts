/** An operator's request that cannot be carried out; its message is for people and contains no secret. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}
