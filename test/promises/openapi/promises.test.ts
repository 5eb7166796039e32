import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compared, promisesIn, released } from '../../../openapi/compared.ts';
import { EVENTS } from '../../../openapi/webhooks.ts';

const text = readFileSync(join(import.meta.dirname, '../../../openapi.json'), 'utf8');
const kept = new Set(promisesIn(text));

/** An operation that answers an object with these members. */
const answering = (members: readonly string[]) => ({
  responses: {
    200: {
      content: {
        'application/json': { schema: { properties: Object.fromEntries(members.map((name) => [name, {}])) } },
      },
    },
  },
});

describe('what callers can rely on', () => {
  it('keeps every field, word, code, header and event that the last release described', () => {
    expect(compared(released(), text).gone).toEqual([]);
  });

  it('is compared line by line: what is new, what is gone, and what is gone after a Sunset', () => {
    const description = (...members: string[]) =>
      JSON.stringify({
        paths: { '/a': { get: answering(members) } },
        webhooks: {},
        components: { schemas: {} },
      });
    const [before, after] = [description('kept', 'lost', 'over'), description('kept', 'more')];
    expect(compared(before, after, ['GET /a answers over'])).toEqual({
      added: ['GET /a answers more'],
      gone: ['GET /a answers lost'],
    });
    expect(compared(before, before)).toEqual({ added: [], gone: [] });
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

interface Words {
  readonly anyOf?: readonly Words[];
  readonly type?: string;
  readonly enum?: readonly string[];
}

/** Whether a schema takes a word that it does not name. */
const isOpen = ({ anyOf = [], type, enum: words }: Words): boolean =>
  anyOf.some(isOpen) || (type === 'string' && words === undefined);

describe('a client that somebody generates', () => {
  const { schemas } = (JSON.parse(text) as { components: { schemas: Record<string, never> } }).components;
  const memberAt = (path: string): Words & { readonly maxLength?: number } =>
    path.split('.').reduce<Record<string, never>>((one, name) => one[name]!, schemas);

  it.each([
    ...['notificationType', 'subtype'].flatMap((one) => [
      `WebhookPayload.properties.${one}`,
      `ListedEvent.properties.${one}`,
    ]),
    ...['ListedEvent.properties.state', 'Refund.properties.state', 'Refund.properties.reason'],
    ...['Refund.properties.by', 'DocumentTask.properties.kind', 'ListedInvoice.properties.pdfStatus'],
    ...['Webhook.properties.health', 'Payment.properties.health', 'ApiKey.properties.state'],
    'TimelineEntry.properties.cause.properties.by',
    'PreviewAnswer.properties.data.properties.warnings.items',
    'Failure.properties.errorCode',
  ])('takes words of %s that it does not know', (path) => {
    expect(isOpen(memberAt(path))).toBe(true);
  });

  it('sends nothing but the words that there are', () => {
    expect(isOpen(memberAt('SubscribersChangePlanRequest.properties.upgradePeriod'))).toBe(false);
  });

  it('gives PUT the previewId that a preview has', () => {
    const { maxLength } = memberAt('SubscribersChangePlanRequest.properties.previewId');
    const given = memberAt('PreviewAnswer.properties.data.properties.previewId');
    expect(given).toMatchObject({ type: 'string', maxLength });
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
