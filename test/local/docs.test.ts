import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CONTROLS } from '../../local/control.ts';
import { INBOX_CALLS } from '../../local/operator/inbox.ts';
import { RECEIVER_SWITCHES } from '../../local/operator/receiver-behaviour.ts';
import { ACCT_SWITCHES } from '../../sandbox/acct/behaviour.ts';
import { PAY_SWITCHES } from '../../sandbox/pay/behaviour.ts';
import { CONTROL_ROUTES } from '../../sandbox/pay/control.ts';
import { RATE_SWITCHES } from '../../sandbox/rates/rates.ts';

const page = readFileSync(new URL('../../docs/local-cloud.md', import.meta.url), 'utf8');

/** What stands between two headings. */
const chapter = (heading: string) => page.split(/^## /m).find((part) => part.startsWith(heading)) ?? '';

describe('the page about the local cloud', () => {
  it.each<[string, object]>([
    ['Payment provider', PAY_SWITCHES],
    ['Invoicing provider', ACCT_SWITCHES],
    ['Invoicing provider', RATE_SWITCHES],
    ['Webhook inbox', RECEIVER_SWITCHES],
  ])('names every switch of the %s', (heading, switches) => {
    const missing = Object.keys(switches).filter((name) => !chapter(heading).includes(`\`${name}\``));
    expect(missing).toEqual([]);
  });

  it.each<[string, string[]]>([
    ['Control', Object.keys(CONTROLS)],
    ['Webhook inbox', Object.keys(INBOX_CALLS)],
  ])('names every call of the chapter %s', (heading, calls) => {
    expect(calls.filter((call) => !chapter(heading).includes(`\`${call}\``))).toEqual([]);
  });

  it('names every control of the payment provider', () => {
    const paths = CONTROL_ROUTES.map(({ path }) => path.replace(/.*(\/\w+)$/, '$1'));
    expect(paths.filter((path) => !chapter('Payment provider').includes(path))).toEqual([]);
  });
});
