import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { promised } from '../../openapi/promised.ts';
import { promisesOf, type Description } from '../../openapi/promises.ts';

const text = readFileSync(join(import.meta.dirname, '../../openapi.json'), 'utf8');
const kept = new Set(promisesOf(JSON.parse(text) as Description));

describe('what callers can rely on', () => {
  it('stays: no field, word, code, header or event that was described is gone', () => {
    expect(promised().filter((promise) => !kept.has(promise))).toEqual([]);
  });

  it('is all on the list; `npm run openapi` adds to it', () => {
    const listed = new Set(promised());
    expect([...kept].filter((promise) => !listed.has(promise))).toEqual([]);
  });

  it.each([
    'GET /subscribers answers data.accessUntil',
    'GET /subscribers/invoices answers data[].signedPdf.provider=acct',
    'PUT /subscribers takes upgradePeriod=NEXT_PERIOD',
    'GET /events/feed takes after',
    'failure errorCode=payment_outcome_unknown',
    'webhook EXPIRED X-Svc-Sequence',
    'webhook DID_RENEW data.grace_period',
  ])('is, for example, %s', (promise) => {
    expect(kept).toContain(promise);
  });
});
