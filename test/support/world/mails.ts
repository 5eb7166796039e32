import type { Handed, Mail, Mailer } from '../../../lib/messages/mail.ts';
import type { TestQueues } from './queues.ts';

/** An e-mail that was taken, and when (epoch ms). */
export interface SentMail extends Mail {
  readonly at: number;
}

/** What SES is asked to do with the next e-mails; `lost` takes one and never answers, `dies` ends the sender after it was taken. */
export type Truth = 'takes' | 'lost' | 'dies' | 'throttles' | 'refuses';

/** SES in memory: takes e-mails, and tells what became of each by the queue, as SES does. */
export class TestMails {
  readonly sent: SentMail[] = [];
  /** What it does with the next ones; then it takes them. */
  truths: Truth[] = [];
  /** What it does while this is set. */
  always: Truth | undefined;
  /** It throttles all others until then (epoch ms). */
  throttledUntil = 0;
  /** Whether its events come, and after how many seconds. */
  tells = true;
  tellsAfterSeconds = 0;
  /** Looks on when one is taken, before its sender hears of it. */
  watches: (mail: SentMail) => Promise<unknown> = () => Promise.resolve();
  readonly #now: () => number;
  readonly #queues: TestQueues;

  constructor(now: () => number, queues: TestQueues) {
    this.#now = now;
    this.#queues = queues;
  }

  get mailer(): Mailer {
    return { send: (mail) => this.#send(mail) };
  }

  /** What became of a message, as SES tells it. */
  async tell(mail: Mail, eventType: string, more: object = {}): Promise<void> {
    const tags = Object.fromEntries(Object.entries(mail.tags).map(([name, value]) => [name, [value]]));
    const body = { source: 'aws.ses', detail: { eventType, mail: { tags }, ...more } };
    await this.#queues.queues['message-events'].send([
      { body, group: '', delaySeconds: this.tellsAfterSeconds },
    ]);
  }

  async #send(mail: Mail): Promise<Handed> {
    const truth =
      this.truths.shift() ?? this.always ?? (this.#now() < this.throttledUntil ? 'throttles' : 'takes');
    if (truth === 'throttles') return { is: 'later', code: 'TooManyRequestsException' };
    if (truth === 'refuses') return { is: 'refused', code: 'MessageRejected' };
    const taken = { ...mail, at: this.#now() };
    this.sent.push(taken);
    await this.watches(taken);
    if (this.tells) {
      await this.tell(mail, 'Send');
      await this.tell(mail, 'Delivery');
    }
    if (truth === 'dies') throw new Error('the sender died');
    return truth === 'lost'
      ? { is: 'unknown', code: 'ETIMEDOUT' }
      : { is: 'accepted', id: `ses-${this.sent.length}` };
  }
}
