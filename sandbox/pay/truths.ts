import { oneOf, type Switch } from '../switches.ts';
import type { Answer } from './envelope.ts';
import { RETRY_TRUTHS } from './retry-truths.ts';

/**
 * What the provider may really do, wherever no public source settles it: a switch for each question, whose first value is
 * what evidence favours. The product is right under each of them.
 */
export const TRUTHS = {
  /** What the dates of a search mean: the subscription's own start and end (so that `endDate` hides what has no end), its creation, or nothing. */
  searchDates: ['lifetime', 'creation', 'ignored', 'refused'],
  /** What the search calls the filter by parent; it ignores any other name. Documentation and official SDK differ: by default both are right. */
  parentFilter: ['both', 'parent', 'parentReferenceCode'],
  /** The code of a failure that may follow the work: see `errorAfterNext`. */
  errorCode: ['100001', '1', '2', '999999'],
  /** What a failed attempt tells of itself. */
  failedAttempts: ['documented', 'datesInWords', 'withoutTime', 'withoutStatus', 'withoutCode', 'empty'],
  /** Whether an order names its currency. */
  orderCurrencies: ['told', 'untold'],
  /** How dates are written: as epoch milliseconds, in words within the catalogue, or always in words. */
  dates: ['numbers', 'catalogueInWords', 'inWords'],
  /** How "no trial" and "no end" are written. */
  absentDates: ['omitted', 'zero'],
  /** What makes two customers one; by phone alone the older e-mail stays. */
  customerIdentity: ['email', 'emailAndPhone', 'phone'],
  /** How an e-mail is answered: in another normal form, or without a character that was sent. */
  emailAnswered: ['asSent', 'decomposed', 'withoutSigns'],
  /** What becomes of a subscription whose payment has failed. */
  whileUnpaid: ['nothing', 'laterPeriodsCharged', 'retriedByItself', 'laterPeriodsCreated'],
  /** The codes for what the provider does not know. */
  notFoundCodes: ['guessed', 'others'],
  /** How a deletion is answered. */
  deletionAnswers: ['words', 'numbers'],
  /** What a form says of its life; all but the short one live for half an hour. */
  formLifetime: ['halfAnHour', 'fiveMinutes', 'absurd', 'unsaid'],
  /** The calls that a merchant may make in a minute. */
  rateLimit: ['none', 'hundredAMinute'],
  /** The language of messages where a call names none. */
  language: ['tr', 'en'],
  /** Whether an order begins a millisecond after its subscription. */
  orderTimes: ['equal', 'apart'],
  /** Whether a plan can be changed while a payment has failed. */
  unpaidUpgrades: ['refused', 'allowed'],
  /** Whether a plan can be changed in its trial. */
  trialUpgrades: ['allowed', 'refused'],
  /** Which plans cannot be deleted: those with a live subscription, those that ever had one, or all, by a code that nobody has explained. */
  planDeletions: ['whileUnused', 'neverUsed', 'refused'],
  /** In which zone months and days of a period are counted. */
  periodZone: ['utc', 'istanbul'],
  /** How many more cards a form takes after one that was refused. */
  furtherCards: ['any', 'two', 'none'],
  /** Whether the bank is asked again about a card that it has refused in this form. */
  refusedCards: ['askedAgain', 'refusedUnasked'],
  ...RETRY_TRUTHS,
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** One answer to each question. */
export type Truth = { -readonly [Question in keyof typeof TRUTHS]: (typeof TRUTHS)[Question][number] };

/** What evidence favours. */
export const FAVOURED = Object.fromEntries(
  Object.entries(TRUTHS).map(([question, [favoured]]) => [question, favoured]),
) as Truth;

/** What the switches take. */
export const TRUTH_SWITCHES = Object.fromEntries(
  Object.entries(TRUTHS).map(([question, values]) => [question, oneOf(...values)]),
) as Record<keyof Truth, Switch>;

type Json = Record<string, unknown>;

const DATES: ReadonlySet<string> = new Set([
  ...['createdDate', 'startDate', 'endDate', 'trialStartDate', 'trialEndDate', 'startPeriod', 'endPeriod'],
]);
const EMAILS: ReadonlySet<string> = new Set(['email', 'contactEmail', 'customerEmail']);

/** An answer as it is under these truths. */
export function asAnswered(answer: Answer, truth: Truth): Answer {
  if (answer === undefined || !('data' in answer)) return answer;
  return { data: told(JSON.parse(JSON.stringify(answer.data)), truth, false) };
}

function told(value: unknown, truth: Truth, isInProduct: boolean): unknown {
  if (Array.isArray(value)) return value.map((each) => told(each, truth, isInProduct));
  if (typeof value !== 'object' || value === null) return value;
  const record = value as Json;
  const isProduct = 'pricingPlans' in record;
  const inWords =
    truth.dates === 'inWords' || (truth.dates === 'catalogueInWords' && (isProduct || isInProduct));
  const entries = Object.entries(withAbsentDates(record, truth)).map(([name, given]): [string, unknown] => {
    if (DATES.has(name) && inWords && given !== 0) return [name, words(Number(given))];
    if (EMAILS.has(name)) return [name, emailAs(String(given), truth.emailAnswered)];
    return [name, told(given, truth, isProduct)];
  });
  const all = Object.fromEntries(entries);
  if ('orderStatus' in record && truth.orderCurrencies === 'untold') delete all['currencyCode'];
  return record['paymentStatus'] === 'FAILED' ? failedAttempt(record, all, truth.failedAttempts) : all;
}

function withAbsentDates(record: Json, { absentDates }: Truth): Json {
  const isSubscription = 'subscriptionStatus' in record;
  return absentDates === 'zero' && isSubscription
    ? { trialStartDate: 0, trialEndDate: 0, endDate: 0, ...record }
    : record;
}

/** The documentation has `paymentId` only on success. */
function failedAttempt(record: Json, { paymentId: _, ...told }: Json, as: Truth['failedAttempts']): Json {
  const { createdDate, paymentStatus, ...others } = told;
  const { errorCode: _code, errorMessage: _message, ...withoutCode } = told;
  switch (as) {
    case 'documented':
      return told;
    case 'datesInWords':
      return { ...told, createdDate: words(Number(record['createdDate'])) };
    case 'withoutTime':
      return { ...others, paymentStatus };
    case 'withoutStatus':
      return { ...others, createdDate };
    case 'withoutCode':
      return withoutCode;
    case 'empty':
      return {};
  }
}

/** `yyyy-MM-dd HH:mm:ss` at the provider. */
const words = (time: number): string =>
  new Date(time + 3 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

function emailAs(email: string, as: Truth['emailAnswered']): string {
  if (as === 'asSent') return email;
  return as === 'decomposed' ? email.normalize('NFD') : email.replace(/[^a-z0-9@](?=[^@]*@)/i, '');
}
