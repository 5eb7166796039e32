import type { Message, Queue } from '../../../lib/runtime/app.ts';
import type { VirtualTime } from './time.ts';

const VISIBILITY_MS = 180_000;
const RECEIVES_MAX = 5;

export interface Held {
  readonly id: string;
  readonly body: string;
  visibleAt: number;
  receives: number;
}

/** A standard queue: delay, visibility, redelivery, a dead-letter queue, and copies where `copyAfter` says so. */
export class VirtualQueue implements Queue {
  readonly dead: Held[] = [];
  readonly #held = new Map<string, Held>();
  readonly #time: VirtualTime;
  readonly #onVisible: () => void;
  readonly #copyAfter: () => number | undefined;
  #count = 0;

  constructor(
    time: VirtualTime,
    onVisible: () => void,
    copyAfter: () => number | undefined = () => undefined,
  ) {
    this.#time = time;
    this.#onVisible = onVisible;
    this.#copyAfter = copyAfter;
  }

  get isEmpty(): boolean {
    return this.#held.size === 0;
  }

  async send(messages: readonly Message[]): Promise<void> {
    for (const { body, delaySeconds = 0 } of messages) this.put(JSON.stringify(body), delaySeconds * 1000);
  }

  put(body: string, delayMs: number): void {
    const id = `m${this.#count++}`;
    this.#held.set(id, { id, body, visibleAt: 0, receives: 0 });
    this.#hide(id, delayMs);
    const copyAfter = this.#copyAfter();
    if (copyAfter !== undefined) this.put(body, delayMs + copyAfter);
  }

  /** Up to `most` messages, hidden from others for the visibility time. */
  receive(most: number): Held[] {
    const visible = [...this.#held.values()].filter(({ visibleAt }) => visibleAt <= this.#time.now);
    const taken: Held[] = [];
    for (const message of visible) {
      if (taken.length === most) break;
      if (message.receives === RECEIVES_MAX) {
        this.#held.delete(message.id);
        this.dead.push(message);
        continue;
      }
      message.receives++;
      this.#hide(message.id, VISIBILITY_MS);
      taken.push(message);
    }
    return taken;
  }

  delete(id: string): void {
    this.#held.delete(id);
  }

  #hide(id: string, ms: number): void {
    const message = this.#held.get(id);
    if (!message) return;
    message.visibleAt = this.#time.now + ms;
    this.#time.at(message.visibleAt, this.#onVisible);
  }
}
