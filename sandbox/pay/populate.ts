import { BadControl, checkSwitches, count, text } from '../switches.ts';
import { findPlan } from './catalogue.ts';
import { customerFor } from './customers.ts';
import { Refusal } from './envelope.ts';
import type { Fields } from './fields.ts';
import type { Merchant } from './records.ts';
import { start } from './subscriptions.ts';
import type { World } from './world.ts';

const MOST = 10_000;
const GOOD_CARD = '5528790000000008';

/**
 * Starts many subscriptions of a merchant's plan at once, each for its own customer (`customer-1@example.com` and so
 * on, numbered per account); returns their references, oldest first.
 */
export function populate(world: World, merchant: Merchant, body: Fields): { references: string[] } {
  const { count: wanted, pricingPlanReferenceCode } = body;
  checkSwitches(
    { count, pricingPlanReferenceCode: text, cardNumber: text },
    { ...body, count: wanted, pricingPlanReferenceCode },
  );
  if (Number(wanted) > MOST) throw new BadControl(`"count" takes at most ${MOST}.`);
  const { cardNumber = GOOD_CARD } = body;
  try {
    const plan = findPlan(world, merchant.merchantId, String(pricingPlanReferenceCode));
    const first = world.store.customers.size + 1;
    const references = Array.from({ length: Number(wanted) }, (_, index) => {
      const customer = customerFor(world, merchant.merchantId, customerNumber(first + index));
      return start(world, plan, customer, String(cardNumber), 'ACTIVE').referenceCode;
    });
    return { references };
  } catch (error) {
    if (error instanceof Refusal) throw new BadControl(`The provider refuses it with ${error.code}.`, 409);
    throw error;
  }
}

function customerNumber(number: number) {
  const name = `Customer ${number}`;
  return {
    name,
    surname: 'Sandbox',
    email: `customer-${number}@example.com`,
    gsmNumber: `+90535${String(number).padStart(7, '0')}`,
    identityNumber: '11111111111',
    billingAddress: { contactName: name, address: 'Örnek Sok. 1', city: 'Ankara', country: 'Türkiye' },
  };
}
