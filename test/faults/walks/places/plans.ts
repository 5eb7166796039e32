import type { PlanFields } from '../../../support/world/plans.ts';
import type { Dice } from '../../dice.ts';

/** What a tenant of a walk sells, and whether documents are made of its invoices. */
export interface Offer {
  readonly plans: readonly PlanFields[];
  readonly invoicing: boolean;
}

type Interval = 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';
const USUAL: readonly Interval[] = ['DAILY', 'WEEKLY', 'WEEKLY', 'MONTHLY', 'MONTHLY', 'YEARLY'];

/** Plans of one product with one interval, so that each can be changed to each; the trial is used where it is asked for. */
export function drawnOffer(dice: Dice, intervals: readonly Interval[] = USUAL): Offer {
  const interval = dice.pick(intervals);
  const trialDays = dice.pick([0, 3]);
  const count = dice.pick([1, 1, 1, 2, 3]);
  const plans = [
    { name: 'basic', price: '100.00', interval, count },
    { name: 'plus', price: '249.90', interval, count, trialDays },
    { name: 'light', price: '50.00', interval, count, graceDays: null },
    { name: 'abroad', price: '9.99', interval, count, currency: 'USD' },
  ];
  const mayInvoice = intervals !== USUAL || ['MONTHLY', 'YEARLY'].includes(interval);
  return { plans, invoicing: mayInvoice && dice.chance(0.5) };
}
