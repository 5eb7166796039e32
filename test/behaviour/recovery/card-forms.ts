import { openShop } from '../../support/world/opened.ts';
import { subscribe, type Member } from '../../support/world/shop.ts';

/** Where the shop wants its customers back. */
export const callbackUrl = 'https://shop.example/card';

/** A shop with a subscriber, and what its engineer calls to have the card replaced. */
export async function openCardForms() {
  const { world, shop } = await openShop();
  const member = await subscribe(world, shop);
  const open = (body: Record<string, unknown>, by = shop) =>
    by.call('checkout/update-card', { body: { callbackUrl, ...body } });
  return {
    world,
    shop,
    member,
    open,
    /** Status and code of a request that must be refused. */
    refused: async (body: Record<string, unknown>, by = shop): Promise<unknown[]> => {
      const { status, body: answer } = await open(body, by);
      return [status, answer.error];
    },
  };
}

/** A subscriber as the provider's pair of references names it. */
export const pair = ({ reference, customerReference }: Member) => ({
  subscriptionReferenceCode: reference,
  customerReferenceCode: customerReference,
});
