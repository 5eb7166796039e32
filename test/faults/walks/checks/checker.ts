import { accessViolations } from './access.ts';
import { answerViolations } from './answers.ts';
import { erasureViolations } from './erasure.ts';
import { eventViolations, arrivedEvents } from './events.ts';
import { feedViolations } from './feed.ts';
import { messageViolations } from './messages.ts';
import { moneyViolations, purchaseViolations } from './money.ts';
import { postViolations } from './posts.ts';
import { addressViolations, correctionViolations, phoneViolations } from './corrections.ts';
import { previewViolations, refundViolations } from './refunds.ts';
import type { Evidence, ShopEvidence } from '../evidence.ts';
import { familiesOf } from './families.ts';

/**
 * What an outsider finds wrong once all is quiet, from the provider's ledger, the receivers' own history and our
 * answers. Shares no code with the product.
 */
export function violationsOf(evidence: Evidence): string[] {
  const found = evidence.shops.flatMap((shop) =>
    shopViolations(shop, evidence).map((what) => `shop ${shop.number}: ${what}`),
  );
  if (evidence.deadLetters > 0) found.push(`${evidence.deadLetters} dead events`);
  return [...answerViolations(evidence.journal), ...found];
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
    ...refundViolations(shop),
    ...previewViolations(shop),
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
