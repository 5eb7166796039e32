import type { Message, Queue } from '../../../lib/runtime/app.ts';

/** The queue of documents in memory and in real time: delays hold, and no message is seen twice. */
export class DocumentQueue implements Queue {
  #waiting: { readonly body: unknown; readonly at: number }[] = [];

  async send(messages: readonly Message[]): Promise<void> {
    for (const { body, delaySeconds = 0 } of messages)
      this.#waiting.push({ body, at: Date.now() + delaySeconds * 1000 });
  }

  /** Up to so many messages that can be received now. */
  receive(most: number): unknown[] {
    const now = Date.now();
    const ready = this.#waiting.filter(({ at }) => at <= now).slice(0, most);
    if (ready.length > 0) this.#waiting = this.#waiting.filter((one) => !ready.includes(one));
    return ready.map(({ body }) => body);
  }
}
