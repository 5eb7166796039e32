import type { OwnShop } from '../../flows/cloud/own-shop.ts';
import type { Running } from '../../flows/cloud/running.ts';

export interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** Answers that leave open what happened, or that say not now. */
export const LATER = [409, 429, 500, 502, 503, 504];

/** What connects the clients with the local cloud of the moment; while there is none, nothing is asked. */
export class Line {
  running: Running | undefined;
  asked = 0;
  answered = 0;
  /** Requests that were under way when the local cloud was killed. */
  cut = 0;
  /** Answers that nothing explains. */
  readonly odd: string[] = [];
  readonly #shop: OwnShop;

  constructor(shop: OwnShop) {
    this.#shop = shop;
  }

  /** Calls the API as the tenant; undefined where no whole answer came. */
  async ask(method: string, path: string, body: object): Promise<Answer | undefined> {
    const { apiKey, apiSecret } = this.#shop;
    const headers = { 'x-api-key': apiKey, 'x-api-secret': apiSecret, 'content-type': 'application/json' };
    const answer = await this.fetch('baseUrl', path, { method, headers, body: JSON.stringify(body) });
    const parsed = (await answer?.json().catch(() => undefined)) as Record<string, unknown> | undefined;
    return answer && parsed && { status: answer.status, body: parsed };
  }

  async fetch(at: 'baseUrl' | 'payUrl', path: string, init: RequestInit): Promise<Response | undefined> {
    if (!this.running) return undefined;
    this.asked++;
    try {
      const answer = await fetch(this.running.stack[at] + path, init);
      this.answered++;
      return answer;
    } catch {
      this.cut++;
      return undefined;
    }
  }

  /** Whether it was answered yes. A no that must not be is kept as odd. */
  isGood(what: string, answer: Answer | undefined): answer is Answer {
    if (answer && answer.status >= 300 && !LATER.includes(answer.status))
      this.odd.push(`${what}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer !== undefined && answer.status < 300;
  }
}
