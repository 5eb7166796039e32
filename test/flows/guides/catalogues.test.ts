import { describe, expect, it } from 'vitest';
import {
  API_KEYS,
  BODY_BYTES_MAX,
  LIST_LIMIT,
  RATE_LIMITS_PER_MINUTE,
  URL_CHARACTERS_MAX,
  WEBHOOK,
} from '../../../lib/limits.ts';
import { IMPORT_FATES } from '../../../lib/checkout/import.ts';
import { Refusal, REFUSAL_CODES } from '../../../lib/refusal.ts';
import { EVENTS, HEADERS } from '../../../openapi/webhooks.ts';
import { REFUSED_CARDS, refusalOf } from '../../../sandbox/pay/cards.ts';
import { blocksOf, GUIDES } from './blocks.ts';
import { EVENT_SUBTYPES } from '../../../lib/billing/events.ts';

/** What stands under each heading of a level, by the heading. */
function chapters(markdown: string, level: number): Map<string, string> {
  const parts = markdown.split(new RegExp(`^${'#'.repeat(level)} `, 'm')).slice(1);
  return new Map(parts.map((part) => [part.slice(0, part.indexOf('\n')), part.slice(part.indexOf('\n'))]));
}

describe('the guide to errors', () => {
  const byStatus = [...chapters(GUIDES.errors!, 2)].filter(([title]) => /^\d{3} /.test(title));
  const explained = byStatus.flatMap(([title, text]) =>
    [...chapters(text, 3)].map(([code, words]) => ({ code, status: Number(title.slice(0, 3)), words })),
  );

  it('explains each code exactly once, and no other', () => {
    expect(explained.map(({ code }) => code).sort()).toEqual([...REFUSAL_CODES].sort());
  });

  it('has each code under its status, with a cause and a remedy', () => {
    const wanted = REFUSAL_CODES.map((code) => [code, new Refusal(code).status]);
    expect(new Map(explained.map(({ code, status }) => [code, status]))).toEqual(
      new Map(wanted as [string, number][]),
    );
    for (const { code, words } of explained) expect(words.trim().length, code).toBeGreaterThan(30);
  });
});

describe('the guide to webhooks', () => {
  const events = chapters(GUIDES.webhooks!, 2);

  it.each(Object.entries(EVENTS))('has %s with the example of the description', (type, { example }) => {
    expect(JSON.parse(blocksOf(events.get(type) ?? '')[0]?.code ?? '{}')).toEqual(example);
  });

  it('has every header of a delivery', () => {
    const missing = Object.keys(HEADERS).filter(
      (name) => !events.get('What arrives')?.includes(`\`${name}\``),
    );
    expect(missing).toEqual([]);
  });

  it('has every subtype', () => {
    expect(EVENT_SUBTYPES.filter((subtype) => !GUIDES.webhooks!.includes(`\`${subtype}\``))).toEqual([]);
  });
});

describe('the guide to test cards', () => {
  const rows = [...GUIDES['test-cards']!.matchAll(/^\| `(\d{16})` +\| (.*)\|$/gm)];

  it('describes what the sandbox does with each card', () => {
    expect(rows.length).toBeGreaterThan(10);
    for (const [, card = '', words = ''] of rows)
      expect(refusalOf(card, 'TRY', 'present'), card).toBe(/^`(\d{5})`/.exec(words)?.[1]);
  });

  it('lists each card that is refused, since it says that any other is accepted', () => {
    const listed = rows.map(([, card]) => card);
    expect(Object.keys(REFUSED_CARDS).filter((card) => !listed.includes(card))).toEqual([]);
  });
});

describe('the guide to moving in', () => {
  it('explains everything that an import can report of a subscription', () => {
    const explained = [...GUIDES.import!.matchAll(/^\| `([^`]+)` +\|/gm)].map(([, fate]) => fate);
    expect(explained).toEqual(IMPORT_FATES);
  });
});

describe('the guide to limits', () => {
  it.each([
    ['reads (GET)', RATE_LIMITS_PER_MINUTE.reads],
    ['writes (POST, PUT, DELETE)', RATE_LIMITS_PER_MINUTE.writes],
    ['`POST /checkout/initialize` and `POST /checkout/update-card`', RATE_LIMITS_PER_MINUTE.hostedCheckouts],
    ['`POST /checkout/initialize-direct`', RATE_LIMITS_PER_MINUTE.directCheckouts],
    ['request body', `${BODY_BYTES_MAX / 1024} KB`],
    ['page of a list', `${LIST_LIMIT.default} by default, at most ${LIST_LIMIT.max}`],
    ['address (`callbackUrl`, `url`)', `${URL_CHARACTERS_MAX.toLocaleString('en')} characters`],
    ['live key pairs', API_KEYS.liveMax],
    ["your webhook's time to answer", `${WEBHOOK.deadlineMs / 1000} seconds`],
    ['delivery attempts', `${WEBHOOK.attemptsMax}, ${WEBHOOK.retryAfterMs / 1000} seconds apart`],
    ['events are kept', `${WEBHOOK.retentionMs / 86_400_000} days`],
  ])('gives the limit of %s', (what, value) => {
    const rows = chapters(GUIDES.idempotency!, 2)
      .get('Limits')!
      .split('\n')
      .map((line) => line.split('|').map((cell) => cell.trim()));
    expect(rows.find((row) => row[1] === what)?.[2]).toBe(value.toLocaleString('en'));
  });
});
