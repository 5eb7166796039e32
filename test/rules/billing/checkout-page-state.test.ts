import { describe, expect, it } from 'vitest';
import { checkoutPageState } from '../../../lib/billing/checkout-page-state.ts';
import { CARD_CHECKOUT, CHECKOUT, NOW, OUTCOME } from '../../pages/payment/shown.ts';

const over = CHECKOUT.expiresAt;

describe('the state of a checkout page', () => {
  it.each([
    ['open', { status: 'PENDING' }, over - 1],
    ['open', { status: 'PENDING', askedAt: NOW, unpaidAt: NOW }, over - 1],
    ['checking', { status: 'PENDING', askedAt: NOW + 1, unpaidAt: NOW }, over - 1],
    ['checking', { status: 'FAILED', errorCode: '10051', askedAt: NOW + 1, unpaidAt: NOW }, over - 1],
    ['checking', { status: 'EXPIRED', askedAt: over + 1, unpaidAt: over }, over + 1],
    ['failed', { status: 'FAILED', errorCode: '10051', askedAt: NOW, unpaidAt: NOW }, over - 1],
    ['failed', { status: 'FAILED', errorCode: '10051', askedAt: over, unpaidAt: over }, over],
    ['unsettled', { status: 'PENDING' }, over],
    ['unsettled', { status: 'PENDING', unpaidAt: over - 1 }, over],
    ['unsettled', { status: 'FAILED', errorCode: '201601', unpaidAt: over - 1 }, over],
    ['unpaid', { status: 'EXPIRED', unpaidAt: over }, over],
    ['paid', { status: 'SUCCESS', outcome: OUTCOME }, NOW],
    ['paid', { status: 'SUCCESS', outcome: OUTCOME, askedAt: NOW }, over],
    ['refused', { status: 'FAILED', outcome: OUTCOME, errorCode: '10051' }, NOW],
    ['refused', { status: 'FAILED', outcome: OUTCOME, errorCode: '10051' }, over],
  ] as const)('%s with %j', (state, more, now) => {
    expect(checkoutPageState({ ...CHECKOUT, ...more }, now)).toBe(state);
  });

  it.each([
    ['open', { status: 'PENDING' }, over - 1],
    ['cardOver', { status: 'PENDING' }, over],
    ['cardOver', { status: 'EXPIRED' }, over],
    ['open', { status: 'SUCCESS', returnedAt: NOW }, over - 1],
    ['cardOver', { status: 'SUCCESS', returnedAt: NOW }, over],
  ] as const)('%s for a new card with %j', (state, more, now) => {
    expect(checkoutPageState({ ...CARD_CHECKOUT, ...more }, now)).toBe(state);
  });
});
