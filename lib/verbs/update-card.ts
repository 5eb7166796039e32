import { openCardUpdate, type CardUpdate, type OpenedCardForm } from '../checkout/open-card-update.ts';
import { CARD_FORMS } from '../limits.ts';
import type { PayApp } from '../runtime/app.ts';
import { verb } from './verb.ts';

/** Opens a card form, or shows the open one again. Throws what `openCardUpdate` throws; a subscription's share is its own. */
export const updateCard = verb<PayApp, CardUpdate, OpenedCardForm>({
  route: 'checkout/update-card',
  needs: 'subscribers',
  spends: 'hostedCheckouts',
  name: 'update-card',
  customers: 'card',
  share: { ...CARD_FORMS, counts: 'itself' },
  sentAgain: 'again',
  spendsItself: true,
  run: ({ app, spend, idempotencyKey }, asked) =>
    openCardUpdate(app, { ...asked, spend, idempotencyKey }, app.clock()),
});
