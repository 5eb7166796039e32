import type { Message } from '../app.ts';

/** A queue did not take these messages; all others of the same sending were taken. */
export class NotTaken extends Error {
  override readonly name = 'NotTaken';
  readonly messages: readonly Message[];

  constructor(messages: readonly Message[], cause: unknown) {
    super(`the queue did not take ${messages.length} messages`, { cause });
    this.messages = messages;
  }
}
