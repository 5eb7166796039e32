import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../clock.ts';
import { BadControl, checkSwitches, count, flag } from '../switches.ts';
import { Rate } from './rate.ts';
import { SesRefusal, sesRequestFrom, type SesAccount, type SesRequest } from './ses-request.ts';

/** What became of a message at its reader's. */
export const MAIL_STATES = ['Delivery', 'Bounce', 'Complaint'] as const;
/** What became of a message. */
export type MailState = (typeof MAIL_STATES)[number];

/** A message that arrived. */
export interface ArrivedMail extends SesRequest {
  readonly id: number;
  readonly messageId: string;
  readonly arrivedAt: string;
  readonly state: MailState;
}

/** How the stand-in for SES is to behave. */
const SWITCHES = {
  failNext: count,
  throttleNext: count,
  loseAnswerNext: count,
  isDown: flag,
  isSilent: flag,
};
/** How it behaves now. */
type Behaviour = { [Name in keyof typeof SWITCHES]: Name extends 'isDown' | 'isSilent' ? boolean : number };

const USUAL: Behaviour = { failNext: 0, throttleNext: 0, loseAnswerNext: 0, isDown: false, isSilent: false };

/** An answer of SES; `lost` never reaches whoever asked. */
export interface SesAnswer {
  readonly status: number;
  readonly type?: string;
  readonly body: object;
  readonly lost?: boolean;
}

interface MailboxParts {
  readonly clock: Clock;
  readonly account: SesAccount;
  /** The name of a configuration set in events. */
  readonly arnOf: (configurationSet: string) => string;
  /** Takes an event of SES, as EventBridge hands it on. */
  readonly tell: (event: object) => void | Promise<void>;
  readonly dataFile?: string | undefined;
}

/** A stand-in for Amazon SES, and the mailbox of everybody. */
export class Mailbox {
  readonly #parts: MailboxParts;
  readonly #db: DatabaseSync;
  readonly #rate = new Rate();
  #behaviour = USUAL;

  /** In memory unless a file is given. */
  constructor(parts: MailboxParts) {
    this.#parts = parts;
    this.#db = new DatabaseSync(parts.dataFile ?? ':memory:');
    this.#db.exec(
      'PRAGMA journal_mode = WAL; CREATE TABLE IF NOT EXISTS mails (id INTEGER PRIMARY KEY AUTOINCREMENT, json TEXT NOT NULL)',
    );
  }

  /** Handles a request to send, and tells what becomes of the message. */
  async send(body: Buffer): Promise<SesAnswer> {
    const { clock, account } = this.#parts;
    try {
      this.#fail();
      const request = sesRequestFrom(body, account, this.#rate, clock.now());
      const messageId = `0107${randomUUID()}-000000`;
      const arrived = {
        ...request,
        messageId,
        arrivedAt: new Date(clock.now()).toISOString(),
        state: 'Delivery',
      };
      this.#db.prepare('INSERT INTO mails (json) VALUES (?)').run(JSON.stringify(arrived));
      const mail = this.all()[0];
      if (mail && !this.#behaviour.isSilent) {
        await this.#tell(mail, 'Send', {});
        await this.#arrive(mail);
      }
      return { status: 200, body: { MessageId: messageId }, lost: this.#take('loseAnswerNext') };
    } catch (error) {
      if (!(error instanceof SesRefusal)) throw error;
      return { status: error.status, type: error.type, body: { message: error.message } };
    }
  }

  /** All messages, newest first. */
  all(): ArrivedMail[] {
    return this.#db.prepare('SELECT id, json FROM mails ORDER BY id DESC').all().map(arrivedIn);
  }

  /** One message. Throws `BadControl`. */
  get(id: number): ArrivedMail {
    const row = this.#db.prepare('SELECT id, json FROM mails WHERE id = ?').get(id);
    if (!row) throw new BadControl(`No message ${id} has arrived.`, 404);
    return arrivedIn(row);
  }

  /** Sends a message back, or complains about it, as its reader. Throws `BadControl`. */
  async answer(id: number, state: 'Bounce' | 'Complaint'): Promise<ArrivedMail> {
    const mail = this.get(id);
    const { id: _, ...kept } = { ...mail, state };
    this.#db.prepare('UPDATE mails SET json = ? WHERE id = ?').run(JSON.stringify(kept), id);
    await this.#tell(mail, state, detailOf(state));
    return this.get(id);
  }

  clear(): void {
    this.#db.exec('DELETE FROM mails');
  }

  get behaviour(): Behaviour {
    return this.#behaviour;
  }

  /** Sets switches; null resets all. Throws `BadControl`. */
  behave(given: Readonly<Record<string, unknown>> | null): Behaviour {
    checkSwitches(SWITCHES, given ?? {});
    this.#behaviour = given === null ? USUAL : { ...this.#behaviour, ...given };
    return this.#behaviour;
  }

  close(): void {
    this.#db.close();
  }

  /** The addresses of SES's own simulator answer as they are called. */
  async #arrive(mail: ArrivedMail): Promise<void> {
    const [to = ''] = mail.to;
    if (to.startsWith('bounce@simulator.')) return void (await this.answer(mail.id, 'Bounce'));
    await this.#tell(mail, 'Delivery', detailOf('Delivery'));
    if (to.startsWith('complaint@simulator.')) await this.answer(mail.id, 'Complaint');
  }

  #fail(): void {
    if (this.#behaviour.isDown || this.#take('failNext'))
      throw new SesRefusal(503, 'ServiceUnavailableException', 'The service is unavailable.');
    if (this.#take('throttleNext'))
      throw new SesRefusal(429, 'TooManyRequestsException', 'Maximum sending rate exceeded.');
  }

  #take(name: 'failNext' | 'throttleNext' | 'loseAnswerNext'): boolean {
    const left = this.#behaviour[name];
    if (left > 0) this.#behaviour = { ...this.#behaviour, [name]: left - 1 };
    return left > 0;
  }

  async #tell(mail: ArrivedMail, eventType: string, detail: object): Promise<void> {
    const time = new Date(this.#parts.clock.now()).toISOString();
    const tags = Object.entries(mail.tags).map(([name, value]) => [name, [value]] as const);
    await this.#parts.tell({
      version: '0',
      id: randomUUID(),
      'detail-type': `Email ${eventType}`,
      source: 'aws.ses',
      time,
      resources: [this.#parts.arnOf(mail.configurationSet ?? '')],
      detail: {
        eventType,
        mail: {
          timestamp: mail.arrivedAt,
          messageId: mail.messageId,
          destination: mail.to,
          tags: { 'ses:configuration-set': [mail.configurationSet ?? ''], ...Object.fromEntries(tags) },
        },
        ...detail,
      },
    });
  }
}

function detailOf(state: MailState): object {
  if (state === 'Bounce') return { bounce: { bounceType: 'Permanent', bounceSubType: 'General' } };
  return state === 'Complaint' ? { complaint: { complaintFeedbackType: 'abuse' } } : { delivery: {} };
}

function arrivedIn({ id, json }: Record<string, unknown>): ArrivedMail {
  return { ...(JSON.parse(String(json)) as Omit<ArrivedMail, 'id'>), id: Number(id) };
}
