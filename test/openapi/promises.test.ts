import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inlined } from '../../openapi/inlined.ts';
import { promised } from '../../openapi/promised.ts';
import { EVENTS } from '../../openapi/webhooks.ts';
import { promisesOf, type Description } from '../../openapi/promises.ts';

const text = readFileSync(join(import.meta.dirname, '../../openapi.json'), 'utf8');
const kept = new Set(promisesOf(inlined(JSON.parse(text) as Description)));

describe('what callers can rely on', () => {
  it('keeps every field, word, code, header and event that was ever described', () => {
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
  ])('includes %s', (promise) => {
    expect(kept).toContain(promise);
  });
});

/** The paths of all members of a value: `data.customer.email`. */
const pathsIn = (value: unknown, path = ''): string[] =>
  typeof value !== 'object' || value === null
    ? [path]
    : [
        path,
        ...Object.entries(value).flatMap(([name, of]) => pathsIn(of, path === '' ? name : `${path}.${name}`)),
      ];

/** By the specification's tables. */
const WITHOUT_SUBTYPE = ['DID_FAIL_TO_RENEW', 'EXPIRED'];
const WITH_GRACE = ['DID_RENEW', 'DID_FAIL_TO_RENEW'];

describe('the example of an event', () => {
  it.each(Object.entries(EVENTS))('has every field that there is: %s', (event, { example }) => {
    const shown = new Set(pathsIn(example));
    const described = [...kept]
      .filter((promise) => promise.startsWith(`webhook ${event} `) && !/=| X-Svc-| webhook-/.test(promise))
      .map((promise) => promise.slice(`webhook ${event} `.length));
    expect(described.length).toBeGreaterThan(15);
    const has: Readonly<Record<string, boolean>> = {
      subtype: !WITHOUT_SUBTYPE.includes(event),
      'data.grace_period': WITH_GRACE.includes(event),
    };
    expect(described.filter((path) => has[path] !== false && !shown.has(path))).toEqual([]);
  });
});
