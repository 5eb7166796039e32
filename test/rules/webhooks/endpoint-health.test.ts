import { describe, expect, test } from 'vitest';
import type { PostOutcome } from '../../../lib/billing/delivery.ts';
import { NO_DELIVERIES, type EndpointHealth } from '../../../lib/billing/endpoint-health.ts';
import { endpointChange } from '../../../lib/webhooks/endpoint-health.ts';
import { webhookView } from '../../../lib/wire/webhook-settings.ts';
import { webhookAt } from '../../support/world/webhook.ts';

const NOW = 1_000_000_000;
/** An endpoint of good standing. */
const known = (more: Partial<EndpointHealth> = {}): EndpointHealth => ({
  ...NO_DELIVERIES,
  quickAt: NOW - 1,
  usualMs: 40,
  ...more,
});
const answered = (status: number, tookMs = 40): PostOutcome => ({ is: 'answered', status, body: '', tookMs });
const failed = (why: string, tookMs = 10_000): PostOutcome => ({ is: 'failed', why, tookMs });
const TIMEOUT = failed('timeout');

/** An endpoint of which everything was noted a moment ago. */
const RECENT = {
  lastDeliveredAt: NOW - 1,
  lastFailure: { at: NOW - 1, httpStatus: 500, error: null },
} as const;

describe('what is written about an endpoint', () => {
  test('is nothing while its health is unchanged', () => {
    expect(endpointChange(known(RECENT), answered(200), 'DELIVERED', NOW)).toBeUndefined();
    expect(endpointChange(known(RECENT), answered(500), 'WAITING', NOW)).toBeUndefined();
  });

  test('is its last delivery and failure, once a minute', () => {
    const at = NOW - 60_000;
    const old = known({ lastDeliveredAt: at, lastFailure: { at, httpStatus: 500, error: null } });
    expect(endpointChange(old, answered(204), 'DELIVERED', NOW)).toEqual({ lastDeliveredAt: NOW });
    expect(endpointChange(old, answered(502), 'WAITING', NOW)).toEqual({
      lastFailure: { at: NOW, httpStatus: 502, error: null },
    });
    expect(endpointChange(old, failed('ECONNREFUSED', 3), 'WAITING', NOW)).toEqual({
      lastFailure: { at: NOW, httpStatus: null, error: 'ECONNREFUSED' },
    });
    expect(endpointChange(old, answered(204), 'DELIVERED', NOW - 1)).toBeUndefined();
    expect(endpointChange(known(), answered(204), 'DELIVERED', NOW)).toEqual({ lastDeliveredAt: NOW });
  });

  test('is every time-out until it is slow, and none afterwards', () => {
    const lastFailure = { at: NOW, httpStatus: null, error: 'timeout' };
    expect(endpointChange(known(RECENT), TIMEOUT, 'WAITING', NOW)).toEqual({
      timeouts: { add: 1 },
      quickAt: null,
      lastFailure,
    });
    const slow = known({ ...RECENT, timeouts: 3, slowSince: NOW - 1 });
    expect(endpointChange(slow, TIMEOUT, 'WAITING', NOW)).toBeUndefined();
  });

  test.each([answered(200, 3_999), answered(500), failed('ECONNREFUSED', 3)])(
    'has the row of time-outs end with any attempt that did not block a worker (%o)',
    (outcome) => {
      const change = endpointChange(known({ ...RECENT, timeouts: 2 }), outcome, 'WAITING', NOW);
      expect(change).toMatchObject({ timeouts: { is: 0 } });
    },
  );

  test.each([answered(200, 4_000), answered(200, 9_900), answered(500, 9_900), failed('ECONNRESET', 9_900)])(
    'counts an attempt that blocks a worker as long as a time-out like one (%o)',
    (outcome) => {
      const change = endpointChange(known({ ...RECENT, timeouts: 2 }), outcome, 'WAITING', NOW);
      expect(change).toMatchObject({ timeouts: { add: 1 } });
    },
  );

  test.each([
    [answered(200, 1_999), true],
    [answered(503, 1_999), true],
    [answered(200, 2_000), false],
    [failed('ECONNREFUSED', 3), false],
    [TIMEOUT, false],
  ] as const)('is no longer slow once it answers under 2 s (%o: %s)', (outcome, isOver) => {
    const slow = known({ ...RECENT, timeouts: 3, slowSince: NOW - 1 });
    const change = endpointChange(slow, outcome, 'WAITING', NOW);
    if (isOver) expect(change).toMatchObject({ slowSince: null, timeouts: { is: 0 } });
    else expect(change).toBeUndefined();
  });

  test('is failing from the first exhausted event to the next delivery', () => {
    const exhausted = endpointChange(known(RECENT), answered(500), 'EXHAUSTED', NOW);
    expect(exhausted).toMatchObject({ failingSince: NOW });
    const failing = known({ ...RECENT, failingSince: NOW - 1 });
    expect(endpointChange(failing, answered(500), 'EXHAUSTED', NOW)).toBeUndefined();
    expect(endpointChange(failing, answered(500), 'WAITING', NOW)).toBeUndefined();
    expect(endpointChange(failing, answered(201), 'DELIVERED', NOW)).toEqual({
      failingSince: null,
      lastDeliveredAt: NOW,
    });
  });
});

test('a tenant is shown failing before slow, and slow before healthy', () => {
  const health = (more: Partial<EndpointHealth>) =>
    webhookView(webhookAt('https://shop.example/', 'c'), known(more)).health;
  expect(health({})).toBe('healthy');
  expect(health({ timeouts: 2 })).toBe('healthy');
  expect(health({ slowSince: NOW })).toBe('slow');
  expect(health({ slowSince: NOW, failingSince: NOW })).toBe('failing');
});
