import { describe, expect, it } from 'vitest';
import { checkoutPageState } from '../../lib/billing/checkout-page-state.ts';
import { CARD_CHECKOUT, CHECKOUT, NOW, OUTCOME } from '../payment-page/shown.ts';

const over = CHECKOUT.expiresAt;

describe('the state of a checkout page', () => {
  it.each([
    ['open', { status: 'PENDING' }, over - 1],
    ['open', { status: 'FAILED', errorCode: '201601' }, over - 1],
    ['unsettled', { status: 'PENDING' }, over],
    ['unpaid', { status: 'FAILED', errorCode: '201601' }, over],
    ['unpaid', { status: 'EXPIRED' }, over],
    ['paid', { status: 'SUCCESS', outcome: OUTCOME }, NOW],
    ['paid', { status: 'SUCCESS', outcome: OUTCOME }, over],
    ['refused', { status: 'FAILED', outcome: OUTCOME, errorCode: '10051' }, NOW],
    ['refused', { status: 'FAILED', outcome: OUTCOME, errorCode: '10051' }, over],
  ] as const)('%s with %j', (state, more, now) => {
    expect(checkoutPageState({ ...CHECKOUT, ...more }, now)).toBe(state);
  });

  it.each([
    ['open', { status: 'PENDING' }, over - 1],
    ['cardOver', { status: 'PENDING' }, over],
    ['cardOver', { status: 'EXPIRED' }, over],
    ['cardSent', { status: 'SUCCESS', returnedAt: NOW }, NOW],
    ['cardSent', { status: 'SUCCESS', returnedAt: NOW }, over],
  ] as const)('%s for a new card with %j', (state, more, now) => {
    expect(checkoutPageState({ ...CARD_CHECKOUT, ...more }, now)).toBe(state);
  });
});
