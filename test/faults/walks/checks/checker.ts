import { accessViolations } from './access.ts';
import { answerViolations } from './answers.ts';
import { eventViolations, lettersOf, postViolations } from './events.ts';
import { moneyViolations, purchaseViolations } from './money.ts';
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
  if (evidence.deadLetters > 0) found.push(`${evidence.deadLetters} dead letters`);
  return [...answerViolations(evidence.journal), ...found];
}

function shopViolations(shop: ShopEvidence, { now, journal }: Evidence): string[] {
  const letters = lettersOf(shop.posts);
  const asked = journal.filter((one) => one.shop === shop.number);
  const families = familiesOf(shop);
  return [
    ...postViolations(shop),
    ...purchaseViolations(shop, families),
    ...families.flatMap((family) =>
      [
        ...moneyViolations(family, shop),
        ...eventViolations(family, letters, asked, shop),
        ...accessViolations(family, letters, asked, shop, now),
      ].map((what) => `${family.name}: ${what}`),
    ),
  ];
}
