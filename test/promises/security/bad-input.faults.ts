import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { HttpEvent } from '../../../lib/http/call.ts';
import { REFUSAL_CODES, type RefusalCode } from '../../../lib/refusal.ts';
import { ROUTES, type RouteName } from '../../../functions/routes.ts';
import type { Answer } from '../../support/world/world.ts';
import { casesOf } from '../../faults/cases.ts';
import { requestTo } from './bad-input-requests.ts';
import { setStage, type Stage } from './bad-input-stage.ts';

const SEED = Number(process.env.SEED ?? 20_260_115);
const RUNS_PER_ROUTE = casesOf(400, 1_700);
/** Routes that a browser opens may answer with a page instead. */
const PAGES: ReadonlySet<RouteName> = new Set([
  ...(['checkout/callback', 'checkout/page', 'portal/show', 'portal/act'] as const),
]);
/** Refusals by the provider come after the intent is on record. */
const AFTER_THE_INTENT: ReadonlySet<RefusalCode> = new Set(['payment_refused']);

/** What is wrong with an answer; undefined where nothing is. */
function wrongWith(name: RouteName, event: HttpEvent, { status, headers, text, body }: Answer) {
  if (status >= 500 || status < 200) return `status ${status}`;
  if (headers['x-request-id'] !== event.requestContext.requestId) return 'no X-Request-Id';
  if (status < 400) return undefined;
  if (event.requestContext.http.method === 'HEAD' && text === '') return undefined;
  if (PAGES.has(name) && headers['content-type']?.startsWith('text/html')) return undefined;
  const { status: said, error, message, errorCode, errorMessage } = body;
  const shaped =
    said === 'failure' && error === errorCode && message === errorMessage && typeof message === 'string';
  if (!shaped || !REFUSAL_CODES.some((code) => code === error)) return `another shape: ${text}`;
  return undefined;
}

/** Refusals of the input itself; the limits of what costs the provider something do not count such a request. */
const OF_THE_INPUT: ReadonlySet<number> = new Set([400, 413, 415]);
const COUNTS_WHEN_VALID = /^L#[0-9a-f]{32}#(hosted|direct)Checkouts$/;
const KEY_AGAINST_REPEATING = /^T#[0-9a-f]{32}#Y#/;
const COUNT = /^L#[0-9a-f]{32}#/;
/** What one session or address asks of a door is counted whatever comes of it: that is how too much is noticed. */
const COUNT_OF_DOOR = /^L#[\w-]{43}#door(Session|Address)$/;

/**
 * After a refusal there may be on record: the key against repeating, that a known tenant asked, and the intent of a call
 * that the provider refused.
 */
function wronglyWritten(stage: Stage, before: { written: number; sent: number }, { status, body }: Answer) {
  if (status < 400 || AFTER_THE_INTENT.has(body.error as RefusalCode)) return undefined;
  const mayBeCounted = (pk: string) =>
    status !== 401 && COUNT.test(pk) && !(OF_THE_INPUT.has(status) && COUNTS_WHEN_VALID.test(pk));
  const written = stage.written
    .slice(before.written)
    .filter((pk) => !KEY_AGAINST_REPEATING.test(pk) && !COUNT_OF_DOOR.test(pk) && !mayBeCounted(pk));
  if (written.length > 0) return `wrote ${written.join(', ')}`;
  return stage.sent.length > before.sent ? 'sent a message' : undefined;
}

test('whatever is sent to a route, it answers in order and writes nothing that it refuses', async () => {
  const stage = await setStage();
  const violations: string[] = [];
  const codes = new Map<string, number>();
  let [cases, refused] = [0, 0];
  for (const { name } of ROUTES) {
    const handler = stage.handlers[name];
    const property = fc.asyncProperty(requestTo(name), async (event) => {
      cases++;
      stage.tick();
      const before = { written: stage.written.length, sent: stage.sent.length };
      const answer = await handler(event);
      if (answer.status >= 400) refused++;
      const code = `${answer.status} ${typeof answer.body.error === 'string' ? answer.body.error : '-'}`;
      codes.set(code, (codes.get(code) ?? 0) + 1);
      const wrong = wrongWith(name, event, answer) ?? wronglyWritten(stage, before, answer);
      if (wrong !== undefined) throw new Error(wrong);
    });
    const { failed, counterexample, errorInstance } = await fc.check(property, {
      seed: SEED,
      numRuns: RUNS_PER_ROUTE,
    });
    if (failed) violations.push(`${name}: ${String(errorInstance)} for ${JSON.stringify(counterexample)}`);
  }
  console.log(
    `bad inputs: seed ${SEED}, ${cases} cases, ${stage.written.length} effects, ${refused} refused, ${codes.size} kinds of answer, ${violations.length} violations`,
  );
  expect(violations).toEqual([]);
  expect(cases).toBeGreaterThanOrEqual(20_000);
  expect(refused).toBeGreaterThanOrEqual(15_000);
  expect([...codes.keys()]).toEqual(
    expect.arrayContaining([
      '400 malformed_json',
      '400 invalid_request',
      '401 unauthorized',
      '402 payment_refused',
      '413 body_too_large',
      '415 unsupported_media_type',
    ]),
  );
});
