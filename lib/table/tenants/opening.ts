/** What is encrypted for a tenant cannot be opened or encrypted now: the key service's failure, or its content's, is the cause. */
export class CannotOpen extends Error {
  override readonly name = 'CannotOpen';

  constructor(cause: unknown) {
    super('a secret of a tenant cannot be opened', { cause });
  }
}

/** What `open` makes of a secret. Throws CannotOpen if that fails: background work waits for it then. */
export async function opening<T>(open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    throw new CannotOpen(error);
  }
}
