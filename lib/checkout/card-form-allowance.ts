import { countedTimes, usedUpUntil } from '../billing/share.ts';
import type { Subscription } from '../billing/subscription.ts';
import { CARD_FORMS, DECISIONS_MAX } from '../limits.ts';
import { Refusal } from '../refusal.ts';
import type { CoreApp, OfTenant } from '../runtime/app.ts';
import { errorFields } from '../runtime/log.ts';
import {
  lookUpOpenedCardForms,
  openedCardFormsPut,
  type OpenedCardForms,
} from '../table/purchases/opened-card-forms.ts';
import { lookUpRetry, refusedTriesUntil } from '../table/purchases/payment-retries.ts';
import { tryWrite } from '../table/table.ts';

/**
 * From when another card form of a subscription may be opened (epoch ms); undefined if at once. At most so many are opened
 * within an hour and a day, and none after three refused cards in a day, whoever asks: cards are tried nowhere. An open
 * one may be shown again meanwhile.
 */
export async function cardFormHeldUntil(
  app: CoreApp & OfTenant,
  one: Subscription,
): Promise<number | undefined> {
  const [opened, refused] = await Promise.all([lookUpOpenedCardForms(app, one.id), refusedUntil(app, one)]);
  const now = app.clock();
  return latest([refused, mayBeShownAgain(opened, now) ? undefined : openedUntil(opened, now)]);
}

/** A place among the card forms of a subscription, which is given back where the provider opens none. */
export interface CardFormPlace {
  readonly giveBack: () => Promise<void>;
}

/**
 * Takes a place among the card forms of a subscription, before the provider is asked for one, and one of the tenant's
 * hosted checkouts by `spend`. Throws `card_forms_exhausted`, `rate_limited` or `concurrent_change`.
 */
export async function takeCardForm(
  app: CoreApp & OfTenant,
  one: Subscription,
  { spend }: { readonly spend: () => Promise<void> },
): Promise<CardFormPlace> {
  const refused = await refusedUntil(app, one);
  for (let tried = 1; ; tried++) {
    const now = app.clock();
    const before = await lookUpOpenedCardForms(app, one.id);
    const until = latest([refused, openedUntil(before, now)]);
    if (until !== undefined) throw exhausted(app, one.id, until);
    if (tried === 1) await spend();
    const openedAt = [...withinDay(before, now), now];
    if (
      await tryWrite(() => app.table.apply(openedCardFormsPut(app.tenantId, one.id, before, openedAt, now)))
    )
      return { giveBack: () => giveBack(app, one.id, now) };
    if (tried === DECISIONS_MAX) throw new Refusal('concurrent_change');
  }
}

function exhausted(app: CoreApp & OfTenant, subscriberId: string, until: number): Refusal {
  const now = app.clock();
  app.log.measure('CardFormsExhausted', 1, 'subscription', { tenant: app.tenantId, subscriberId });
  return new Refusal('card_forms_exhausted', {
    retryAfterSeconds: Math.max(1, Math.ceil((until - now) / 1000)),
  });
}

/** Takes an opening back that came to nothing. If that fails, the customer has one form less for a day. */
async function giveBack(app: CoreApp & OfTenant, subscriberId: string, openedAt: number): Promise<void> {
  try {
    for (let tried = 1; tried <= DECISIONS_MAX; tried++) {
      const before = await lookUpOpenedCardForms(app, subscriberId);
      const nth = before?.openedAt.lastIndexOf(openedAt) ?? -1;
      if (!before || nth < 0) return;
      const left = before.openedAt.toSpliced(nth, 1);
      if (
        await tryWrite(() =>
          app.table.apply(openedCardFormsPut(app.tenantId, subscriberId, before, left, app.clock())),
        )
      )
        return;
    }
  } catch (error) {
    app.log.warn('place of a card form not given back', { tenant: app.tenantId, ...errorFields(error) });
  }
}

const withinDay = (opened: OpenedCardForms | undefined, now: number): readonly number[] =>
  countedTimes(opened?.openedAt ?? [], CARD_FORMS, now);

const mayBeShownAgain = (opened: OpenedCardForms | undefined, now: number): boolean =>
  now <= (opened?.last?.expiresAt ?? 0) - CARD_FORMS.shownAgainMs;

/** Until when their share is used up. */
const openedUntil = (opened: OpenedCardForms | undefined, now: number): number | undefined =>
  usedUpUntil(opened?.openedAt ?? [], CARD_FORMS, now);

/** Until when no further card is tried: three that were entered within a day have not paid what is owed. */
async function refusedUntil(app: CoreApp & OfTenant, one: Subscription): Promise<number | undefined> {
  const owed = one.failedOrder ?? (one.status === 'PENDING' ? one.payReference : null);
  return owed === null ? undefined : refusedTriesUntil(await lookUpRetry(app, owed), app.clock());
}

const latest = (times: readonly (number | undefined)[]): number | undefined => {
  const known = times.filter((at) => at !== undefined);
  return known.length === 0 ? undefined : Math.max(...known);
};
