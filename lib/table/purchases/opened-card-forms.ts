import type { CoreApp, OfTenant } from '../../runtime/app.ts';
import { CARD_FORMS } from '../../limits.ts';
import { fieldsOf } from '../fields.ts';
import { key } from '../schema.ts';
import type { Put, Update } from '../table.ts';

/** The form that was opened last, and what it was asked for with. */
export interface LastCardForm {
  readonly token: string;
  readonly paymentPageUrl: string;
  readonly fingerprint: string;
  /** Epoch ms. */
  readonly expiresAt: number;
}

/** The card forms of a subscription, whoever has opened them. */
export interface OpenedCardForms {
  readonly revision: number;
  /** When they were opened, within a day, oldest first (epoch ms). */
  readonly openedAt: readonly number[];
  readonly last: LastCardForm | null;
}

/** The card forms of a subscription; undefined if none was ever opened. One consistent read. Throws Unreadable. */
export async function lookUpOpenedCardForms(
  app: CoreApp & OfTenant,
  subscriberId: string,
): Promise<OpenedCardForms | undefined> {
  const item = await app.table.get(key.openedCardForms(app.tenantId, subscriberId), { consistent: true });
  if (!item) return undefined;
  const of = fieldsOf(item);
  const last = of.part('last');
  return {
    revision: of.number('revision'),
    openedAt: of.numbers('openedAt') ?? [],
    last: last && {
      token: last.text('token'),
      paymentPageUrl: last.text('paymentPageUrl'),
      fingerprint: last.text('fingerprint'),
      expiresAt: last.number('expiresAt'),
    },
  };
}

/** Records other times of a subscription's card forms at `now` (epoch ms), unless another request has changed them since. */
export function openedCardFormsPut(
  tenant: string,
  subscriberId: string,
  before: OpenedCardForms | undefined,
  openedAt: readonly number[],
  now: number,
): Put {
  const ttl = Math.ceil((now + CARD_FORMS.day.withinMs) / 1000);
  const last = before?.last ? { ...before.last } : null;
  return {
    put: {
      ...key.openedCardForms(tenant, subscriberId),
      revision: (before?.revision ?? 0) + 1,
      openedAt: [...openedAt],
      last,
      ttl,
    },
    if: [before ? { attribute: 'revision', is: before.revision } : { absent: true }],
  };
}

/** Notes the form that may be shown again. */
export const lastCardFormNoted = (tenant: string, subscriberId: string, last: LastCardForm): Update => ({
  update: key.openedCardForms(tenant, subscriberId),
  set: { last: { ...last } },
  add: { revision: 1 },
  if: [{ present: true }],
});
