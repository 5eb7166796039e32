import type { IncomingHttpHeaders } from 'node:http';
import { verifyWebhook, type WebhookEvent } from '../../client/src/webhooks.ts';

/** An event of a subscription and its place among them. */
export interface Taken {
  readonly event: WebhookEvent;
  readonly sequence: number;
}

/** The events that were received, each once. A real shop keeps their ids in its database, in the same transaction as what it does about them. */
export class Events {
  readonly #secrets: readonly string[];
  readonly #taken = new Map<string, Taken>();

  constructor(secrets: readonly string[]) {
    this.#secrets = secrets;
  }

  /** Takes a delivery. One that came before, and an example, is received and left. Throws WebhookNotGenuine. */
  receive(rawBody: Buffer, headers: IncomingHttpHeaders): void {
    const { event, sequence, isTest } = verifyWebhook(rawBody, headers, this.#secrets);
    if (!isTest && !this.#taken.has(event.eventId)) this.#taken.set(event.eventId, { event, sequence });
  }

  /** What happened to a subscription, by its database id, latest first. */
  of(subscriptionId: string): Taken[] {
    return [...this.#taken.values()]
      .filter(({ event }) => event.data.subscriptionId === subscriptionId)
      .sort((a, b) => b.sequence - a.sequence);
  }
}
