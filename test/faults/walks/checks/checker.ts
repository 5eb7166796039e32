import { accessViolations } from './access.ts';
import { answerViolations } from './answers.ts';
import { erasureViolations } from './erasure.ts';
import { eventViolations, arrivedEvents, type ArrivedEvent } from './events.ts';
import { feedViolations } from './feed.ts';
import { messageViolations } from './messages.ts';
import { moneyViolations, purchaseViolations } from './money.ts';
import { postViolations } from './posts.ts';
import { addressViolations, correctionViolations, phoneViolations } from './corrections.ts';
import { saidViolations } from './said.ts';
import { previewViolations, refundViolations } from './refunds.ts';
import type { Evidence, ShopEvidence } from '../evidence.ts';
import { familiesOf, type Family } from './families.ts';

/**
 * What an outsider finds wrong once all is quiet, from the provider's ledger, the receivers' own history and our
 * answers. Shares no code with the product.
 */
export function violationsOf(evidence: Evidence): string[] {
  const found = evidence.shops.flatMap((shop) =>
    shopViolations(shop, evidence).map((what) => `shop ${shop.number}: ${what}`),
  );
  if (evidence.deadLetters > 0) found.push(`${evidence.deadLetters} dead events`);
  return [...answerViolations(evidence.journal), ...saidViolations(evidence), ...found];
}

function shopViolations(shop: ShopEvidence, { now, journal }: Evidence): string[] {
  const events = arrivedEvents(shop.posts);
  const asked = journal.filter((one) => one.shop === shop.number);
  const families = familiesOf(shop);
  return [
    ...postViolations(shop),
    ...feedViolations(shop),
    ...phoneViolations(shop),
    ...purchaseViolations(shop, families),
    ...erasureViolations(shop, families),
    ...refundViolations(shop, asked),
    ...previewViolations(shop),
    ...strangers(shop, families, events),
    ...addressViolations(shop),
    ...messageViolations(shop, now),
    ...families.flatMap((family) =>
      [
        ...moneyViolations(family, shop),
        ...correctionViolations(family, shop),
        ...eventViolations(family, events, asked, shop),
        ...accessViolations(family, events, asked, shop, now),
      ].map((what) => `${family.name}: ${what}`),
    ),
  ];
}

/** Who was told of, or charged, and is no subscriber at the provider. */
function strangers(
  { ledger, subscriptions }: ShopEvidence,
  families: readonly Family[],
  events: readonly ArrivedEvent[],
): string[] {
  const ids = families.map(({ id }) => id);
  const there = subscriptions.map((one) => one.there.referenceCode);
  const told = events.filter(({ data }) => !ids.includes(String(data.subscriptionId)));
  const charged = ledger.filter(
    ({ status, subscriptionReferenceCode: of }) =>
      status === 'SUCCESS' && (of === null || !there.includes(of)),
  );
  return [
    ...told.map(({ name, eventId }) => `${name} ${eventId} of somebody who never subscribed`),
    ...charged.map(({ paymentId }) => `the charge ${paymentId} without a subscription`),
  ];
}
