import type { App } from '../../../../lib/runtime/app.ts';
import type { Pay } from '../../../../lib/pay/pay.ts';
import type { InvoiceReport } from '../../../../sandbox/acct/control.ts';
import type { Front, Provider } from '../../../support/world/shop.ts';
import type { TestMails } from '../../../support/world/mails.ts';
import type { Dice } from '../../dice.ts';
import type { Shop } from '../records.ts';

/** Where walks are taken: the service with its time, its provider and its receivers. */
export interface Place extends Front, Provider {
  /** The service as its operator reaches it. */
  readonly app: App;
  /** The sandbox invoicing provider. */
  readonly acct: {
    readonly url: string;
    /** All that was made there; nothing where nobody can look. */
    readonly invoices?: () => readonly InvoiceReport[];
  };
  /** Where its e-mails are handed over, and can be looked at in that moment; undefined where nobody can. */
  readonly mails: TestMails | undefined;
  /** Calls the service with so little time left (ms); undefined where time cannot be made short. */
  readonly hurriedCall: ((timeLeftMs: number) => Front['call']) | undefined;
  /** No step should let more time go by than this (ms). */
  readonly longestMs: number;
  /** The provider's account of a tenant as its panel reaches it, past all trouble. */
  atPanel(shop: Shop): Pay;
  /** Works off all that can be done at this instant. */
  settle(): Promise<void>;
  /** Moves time and works off what falls due on the way. */
  advance(ms: number): Promise<void>;
  /** Moves time at the providers, while none of our queues or schedules runs. */
  standStill(ms: number): Promise<void>;
  /** A tenant with plans, its receiver and its account at the provider. */
  openShop(number: number, dice: Dice): Promise<Shop>;
  /** How many messages were given up. */
  deadLetters(): Promise<number>;
}

/** A place for one walk; what follows from chance there is drawn from the dice. */
export type OpenPlace = (
  dice: Dice,
) => Promise<{ readonly place: Place; readonly close: () => Promise<void> }>;
