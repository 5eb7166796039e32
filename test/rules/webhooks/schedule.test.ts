import { describe, expect, test } from 'vitest';
import { isClaimable, sweepAction, statusAfter } from '../../../lib/webhooks/schedule.ts';

const NOW = Date.UTC(2026, 0, 1);
const at = (attempt: number) => ({ attempt, lastAttempt: 11 });
const answered = (status: number) => ({ is: 'answered', status, body: '', tookMs: 1 }) as const;

describe('after an attempt', () => {
  test.each([200, 201, 204, 299])('%i is delivered, even at the last attempt', (status) => {
    expect(statusAfter(at(11), answered(status), NOW)).toEqual({ state: 'DELIVERED' });
  });

  test.each([199, 300, 301, 307, 400, 401, 404, 410, 429, 500, 503])(
    '%i is tried again after 60 s',
    (status) => {
      expect(statusAfter(at(1), answered(status), NOW)).toEqual({ state: 'WAITING', nextAt: NOW + 60_000 });
    },
  );

  test('a failure without an answer is tried again after 60 s', () => {
    const failed = { is: 'failed', why: 'timeout', tookMs: 10_000 } as const;
    expect(statusAfter(at(10), failed, NOW)).toEqual({ state: 'WAITING', nextAt: NOW + 60_000 });
  });

  test('the eleventh failure is the last', () => {
    expect(statusAfter(at(11), answered(500), NOW)).toEqual({ state: 'EXHAUSTED' });
  });

  test('a replay allows eleven more', () => {
    expect(statusAfter({ attempt: 12, lastAttempt: 22 }, answered(500), NOW).state).toBe('WAITING');
    expect(statusAfter({ attempt: 22, lastAttempt: 22 }, answered(500), NOW).state).toBe('EXHAUSTED');
  });
});

describe("a message's attempt", () => {
  const waiting = { state: 'WAITING', ...at(2), nextAt: NOW, lease: 0 } as const;
  const trying = { state: 'TRYING', ...at(2), nextAt: 0, lease: NOW } as const;

  test('may begin if it is the next one', () => {
    expect([1, 2, 3, 4].map((attempt) => isClaimable(waiting, attempt, NOW))).toEqual([
      false,
      false,
      true,
      false,
    ]);
  });

  test('may begin once the lease of the attempt before has expired, not earlier', () => {
    expect(isClaimable(trying, 3, NOW)).toBe(true);
    expect(isClaimable(trying, 3, NOW - 1)).toBe(false);
    expect(isClaimable(trying, 2, NOW)).toBe(false);
  });

  test('may not begin beyond the last attempt', () => {
    expect(isClaimable({ ...waiting, attempt: 11 }, 12, NOW)).toBe(false);
  });

  test.each(['DELIVERED', 'EXHAUSTED', 'SKIPPED'] as const)('may not begin once %s', (state) => {
    expect(isClaimable({ ...waiting, state }, 3, NOW)).toBe(false);
  });
});

describe('the sweep', () => {
  const waiting = { state: 'WAITING', ...at(2), nextAt: NOW, lease: 0 } as const;
  const trying = { state: 'TRYING', ...at(2), nextAt: 0, lease: NOW } as const;

  test('redrives what is more than a minute late', () => {
    expect(sweepAction(waiting, NOW + 60_000)).toBe('leave');
    expect(sweepAction(waiting, NOW + 60_001)).toBe('send');
  });

  test('leaves an attempt under way alone, and redrives it a minute after its lease has expired', () => {
    expect(sweepAction(trying, NOW - 1)).toBe('leave');
    expect(sweepAction(trying, NOW + 60_000)).toBe('leave');
    expect(sweepAction(trying, NOW + 60_001)).toBe('send');
  });

  test('ends an event whose last attempt was lost', () => {
    expect(sweepAction({ ...trying, attempt: 11 }, NOW)).toBe('exhaust');
    expect(sweepAction({ ...trying, attempt: 11 }, NOW - 1)).toBe('leave');
  });

  test.each(['DELIVERED', 'EXHAUSTED', 'SKIPPED'] as const)('leaves alone what is %s', (state) => {
    expect(sweepAction({ ...waiting, state }, NOW + 3_600_000)).toBe('leave');
  });
});
