import type { Message } from '../runtime/app.ts';

/** The queue refused these messages; all others of the same send were accepted. */
export class NotTaken extends Error {
  override readonly name = 'NotTaken';
  readonly messages: readonly Message[];

  constructor(messages: readonly Message[], cause: unknown) {
    super(`the queue refused ${messages.length} messages`, { cause });
    this.messages = messages;
  }
}
