import { setTimeout as wait } from 'node:timers/promises';
import { failure, Refusal, success, type Answer } from './envelope.ts';
import { optionalText, type Fields } from './fields.ts';
import { complete } from './forms.ts';
import { JSON_TYPE, parse, reply, type Call, type Reply } from './http.ts';
import { merchantOf } from './merchants.ts';
import type { Locale } from './messages.ts';
import type { Merchant } from './records.ts';
import { API_ROUTES, match } from './routes.ts';
import { asAnswered } from './truths.ts';
import { claimedApiKey, readClaim, verify } from './verify.ts';
import type { World } from './world.ts';

/** The codes of what is not there, as guessed; and one that no source has. */
const NOT_FOUND_CODES: ReadonlySet<string> = new Set(['200300', '201000', '201050', '201400', '201450']);
const UNEXPLAINED = new Refusal('999999');

/** Where calls about subscriptions are. */
const SUBSCRIPTIONS = '/v2/subscription/';

/** The one call that a browser makes: its credential is the form's token. */
export const COMPLETE_PATH = '/v2/subscription/checkoutform/complete';

/** What happens to a call: a reply, no answer at all, or a dropped connection. */
export type Outcome = Reply | 'hang' | 'drop';

/** Answers one API call, or misbehaves as configured. */
export async function answerApi(world: World, call: Call): Promise<Outcome> {
  const merchantId = merchantIdOf(world, call);
  const { behaviour } = world;
  const { latencyMs, answerDelayMs } = behaviour.of(merchantId);
  if (latencyMs > 0) await wait(latencyMs);
  if (behaviour.spend('hangNext', merchantId, call.path)) return 'hang';
  if (behaviour.spend('failNext', merchantId, call.path))
    return reply(500, 'text/html; charset=utf-8', '<h1>Internal Server Error</h1>\n');
  const answered = behaviour.spend('errorNext', merchantId, call.path)
    ? systemError(world, call, merchantId)
    : work(world, call, merchantId);
  if (answerDelayMs > 0) await wait(answerDelayMs);
  if (behaviour.spend('stallNext', merchantId, call.path)) return 'hang';
  if (behaviour.spend('errorAfterNext', merchantId, call.path)) return systemError(world, call, merchantId);
  return behaviour.spend('loseAnswerNext', merchantId, call.path) ? 'drop' : answered;
}

/** A failure that says nothing of whether the work was done. */
function systemError(world: World, call: Call, merchantId: string | undefined): Reply {
  const { errorCode, language } = world.behaviour.of(merchantId);
  return reply(422, JSON_TYPE, failure(new Refusal(errorCode), world.clock.now(), localeOf(call, language)));
}

function localeOf({ query, rawBody }: Call, unless: Locale): Locale {
  const asked = query['locale'] ?? /"locale":"(\w+)"/.exec(rawBody.toString())?.[1];
  return asked === 'en' || asked === 'tr' ? asked : unless;
}

/** Does a call's work; all its changes are stored before it returns. */
function work(world: World, call: Call, merchantId: string | undefined): Reply {
  const truth = world.behaviour.of(merchantId);
  const locale = localeOf(call, truth.language);
  const now = world.clock.now();
  const inNumbers = call.method === 'DELETE' && truth.deletionAnswers === 'numbers';
  try {
    const body = parse(call.rawBody);
    const answer = world.store.batch(() => perform(world, call, body, locale, merchantId));
    return reply(
      200,
      JSON_TYPE,
      inNumbers ? '{"status":200}' : success(asAnswered(answer, truth), now, locale),
    );
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const isUnknown = NOT_FOUND_CODES.has(error.code);
    if (inNumbers && isUnknown) return reply(404, JSON_TYPE, '{"status":404}');
    const code = isUnknown && truth.notFoundCodes === 'others' ? UNEXPLAINED : undefined;
    return reply(error.httpStatus, JSON_TYPE, failure(code ?? error, now, locale));
  }
}

function perform(
  world: World,
  call: Call,
  body: Fields,
  locale: Locale,
  merchantId: string | undefined,
): Answer {
  const byBrowser = call.path === COMPLETE_PATH && call.method === 'POST';
  const merchant = byBrowser ? undefined : authenticated(world, call);
  const truth = world.behaviour.of(merchantId);
  if (!truth.featureEnabled && call.path.startsWith(SUBSCRIPTIONS)) throw new Refusal('100001');
  if (world.behaviour.spend('limitNext', merchantId, call.path)) throw new Refusal('50000', 429);
  if (!merchant) return complete(world, body);
  if (truth.rateLimit === 'hundredAMinute' && world.calls.exceed(merchant.merchantId, 100))
    throw new Refusal('50000', 429);
  const found = match(API_ROUTES, call.method, call.path);
  if (!found) throw new Refusal('1', 404);
  return found.run(world, { merchant, params: found.params, query: call.query, body, locale });
}

function authenticated(world: World, { path, rawBody, headers }: Call): Merchant {
  const claim = readClaim(headers.authorization);
  const merchant = merchantOf(world, claim.apiKey);
  if (!merchant) throw new Refusal('1001', 401);
  verify({ path, rawBody, randomHeader: headers['x-iyzi-rnd']?.toString() }, claim, merchant.secretKey);
  return merchant;
}

/** The apparent merchant of a call, before verification: enough to choose how to misbehave. */
function merchantIdOf(world: World, call: Call): string | undefined {
  const claimed = claimedApiKey(call.headers.authorization);
  if (claimed !== undefined) return merchantOf(world, claimed)?.merchantId;
  if (call.path !== COMPLETE_PATH) return undefined;
  try {
    return world.store.forms.get(optionalText(parse(call.rawBody), 'token') ?? '')?.merchantId;
  } catch {
    return undefined;
  }
}
