import {
  checkSwitches,
  count,
  either,
  flag,
  milliseconds,
  oneOf,
  text,
  textByName,
  texts,
  type Switches,
} from '../switches.ts';
import type { ApiRequest } from './http.ts';
import { STAGES } from './stages.ts';

/** The switches. Counts of calls are used up; the rest stays until reset. */
export interface Settings {
  /** How long a job takes; more than 15 minutes makes it a stuck one. Default 2,000. */
  readonly jobMs?: number;
  /** Makes jobs fail, with these texts or with one of ours. */
  readonly failJobs?: boolean | readonly string[];
  /** Requests in 10 s; `false` removes the limit, `true` is the documented 10, 0 limits every call. */
  readonly rateLimit?: boolean | number;
  /** This many calls are never answered, and have no effect. */
  readonly hangNext?: number;
  /** This many calls take effect, and the connection is then dropped. */
  readonly loseAnswerNext?: number;
  /** This many calls fail with the provider's HTTP 500, and have no effect. */
  readonly failNext?: number;
  /** At once: `true` expires all access tokens, `all` also the refresh tokens. */
  readonly expireTokens?: boolean | 'all';
  /** The first reads of each document's PDF, up to this number, find it not rendered. */
  readonly pdfNotReadyCalls?: number;
  /** The answer for "not rendered": 204, or 200 without `data`. */
  readonly pdfNotReadyAs?: 'empty' | 'noData';
  /** The one state of a new document, in place of the row that `eArchiveStatuses` names. */
  readonly documentStatus?: string;
  /**
   * Question 17: the states of an e-archive. `reported` (default): waiting, reporting for hours, reported, each with
   * its number; `unnumbered`: the same, without a number while it waits; `sent`: sent, legalized; `invented`: words
   * that nobody has heard of.
   */
  readonly eArchiveStatuses?: keyof typeof STAGES;
  /** Question 18: whether a contact and an invoice without these are refused. Default: the city is, the district is not. */
  readonly contactCity?: 'required' | 'optional';
  readonly contactDistrict?: 'required' | 'optional';
  /** Whether a tax number is refused whose check digits are wrong. Default: it is. */
  readonly taxNumbers?: 'checked' | 'unchecked';
  /** Question 18: what becomes of an e-archive for a registered taxpayer. Default: a draft without a number, for ever. */
  readonly taxpayerEArchive?: 'draft' | 'refused';
  /** Question 18: how inboxes know a number with a leading zero. Default: as it is. */
  readonly inboxNumbers?: 'asGiven' | 'withoutZero';
  /** Question 19: whether goods need a carrier. Default: they do. */
  readonly goodsShipment?: 'required' | 'optional';
  /** Question 20: when a document takes its name from the contact. Default: when it is made. */
  readonly documentName?: 'whenMade' | 'whenInvoiced';
  /** Question 20: what contacts are listed by. Default: each filter that is given. */
  readonly contactFilters?: 'each' | 'emailAlone';
  /** Question 21: what a PDF prints of a line. Default: the product's name. */
  readonly pdfLines?: 'product' | 'line';
  /** Question 22: whether lists have archived invoices. Default: they have not. */
  readonly archivedInvoices?: 'listed' | 'unlisted';
  /** Question 23: how many days an unused refresh token lives; 0 (default) is for ever. */
  readonly refreshTokenDays?: number;
  /** Question 23: what becomes of a refresh token that was used. Default: it dies. */
  readonly usedRefreshToken?: 'dies' | 'lives';
  /** Question 24: what becomes of a payment into an account of another currency. Default: it is refused. */
  readonly foreignPayment?: 'refused' | 'converted';
  /** What cancelling an invoice does that has an official document. Default: it cancels both. */
  readonly officialCancel?: 'both' | 'record' | 'refused' | 'untilDeadline';
  /** What a new e-archive says of the time in which it can be cancelled. Default: seven days. */
  readonly cancellableUntil?: 'sevenDays' | 'none' | 'past' | 'withoutZone';
  /** What becomes of a cancelled document in its invoice. Default: it is kept, with another status. */
  readonly cancelledDocument?: 'statusWord' | 'kept' | 'gone';
  /** Whether return invoices can be made. Default: they can. */
  readonly returnInvoices?: 'accepted' | 'refused';
  /** How amounts are written; text where unset. */
  readonly amountsAs?: 'text' | 'numbers';
  /** The error format of a refused token; default JSON:API. */
  readonly unauthorisedAs?: 'jsonApi' | 'oauth';
  /** Question 23: the status of a refused grant, 400 where unset. */
  readonly grantErrorStatus?: number;
  /** Replaces the messages in `wordings.ts`. */
  readonly wordings?: Readonly<Record<string, string>>;
}

/** Settings with their scope: one company, a method, paths that contain a text, or only after some calls. */
export interface Behave extends Settings {
  readonly companyId?: string;
  readonly method?: string;
  readonly path?: string;
  readonly after?: number;
}

/** What `POST /sandbox/behaviour` takes. */
export const ACCT_SWITCHES = {
  jobMs: milliseconds,
  failJobs: either(flag, texts),
  rateLimit: either(flag, count),
  hangNext: count,
  loseAnswerNext: count,
  failNext: count,
  expireTokens: either(flag, oneOf('all')),
  pdfNotReadyCalls: count,
  pdfNotReadyAs: oneOf('empty', 'noData'),
  documentStatus: text,
  eArchiveStatuses: oneOf(...Object.keys(STAGES)),
  contactCity: oneOf('required', 'optional'),
  contactDistrict: oneOf('required', 'optional'),
  taxNumbers: oneOf('checked', 'unchecked'),
  taxpayerEArchive: oneOf('draft', 'refused'),
  inboxNumbers: oneOf('asGiven', 'withoutZero'),
  goodsShipment: oneOf('required', 'optional'),
  documentName: oneOf('whenMade', 'whenInvoiced'),
  contactFilters: oneOf('each', 'emailAlone'),
  pdfLines: oneOf('product', 'line'),
  archivedInvoices: oneOf('listed', 'unlisted'),
  refreshTokenDays: count,
  usedRefreshToken: oneOf('dies', 'lives'),
  foreignPayment: oneOf('refused', 'converted'),
  officialCancel: oneOf('both', 'record', 'refused', 'untilDeadline'),
  cancellableUntil: oneOf('sevenDays', 'none', 'past', 'withoutZone'),
  cancelledDocument: oneOf('statusWord', 'kept', 'gone'),
  returnInvoices: oneOf('accepted', 'refused'),
  amountsAs: oneOf('text', 'numbers'),
  unauthorisedAs: oneOf('jsonApi', 'oauth'),
  grantErrorStatus: count,
  wordings: textByName,
  companyId: text,
  method: text,
  path: text,
  after: count,
} as const satisfies Switches & Record<keyof Behave, unknown>;

/** Parses a rule. Throws `BadControl` for an unknown switch or an invalid value. */
export function ruleOf(given: Readonly<Record<string, unknown>>): Behave {
  checkSwitches(ACCT_SWITCHES, given);
  return given;
}

type Countdown = 'hangNext' | 'loseAnswerNext' | 'failNext';

/** The rules that apply to one request; the newest one that sets a switch wins. */
export class InEffect {
  readonly #rules: Behave[];
  readonly #left: Map<Behave, Record<Countdown, number>>;

  constructor(rules: Behave[], left: Map<Behave, Record<Countdown, number>>) {
    this.#rules = rules;
    this.#left = left;
  }

  setting<K extends keyof Settings>(key: K): Settings[K] | undefined {
    return this.#rules.findLast((rule) => rule[key] !== undefined)?.[key];
  }

  /** Whether this request uses up one of a count. */
  spend(key: Countdown): boolean {
    const rule = this.#rules.findLast((each) => (this.#left.get(each)?.[key] ?? 0) > 0);
    const left = rule && this.#left.get(rule);
    if (left) left[key] -= 1;
    return left !== undefined;
  }
}

/** All rules of the sandbox. They do not survive a restart. */
export class Behaviour {
  #rules: Behave[] = [];
  readonly #left = new Map<Behave, Record<Countdown, number>>();
  readonly #passing = new Map<Behave, number>();

  get rules(): readonly Behave[] {
    return this.#rules;
  }

  add(rule: Behave): void {
    const { hangNext = 0, loseAnswerNext = 0, failNext = 0 } = rule;
    this.#rules.push(rule);
    this.#left.set(rule, { hangNext, loseAnswerNext, failNext });
    this.#passing.set(rule, rule.after ?? 0);
  }

  reset(): void {
    this.#rules = [];
    this.#left.clear();
    this.#passing.clear();
  }

  /** The rules for a request that has just arrived; call once per request, since it counts. */
  inEffect(request: ApiRequest, companyId: string | undefined): InEffect {
    const rules = this.#rules.filter((rule) => {
      const fits =
        (rule.companyId === undefined || rule.companyId === companyId) &&
        (rule.method === undefined || rule.method === request.method) &&
        (rule.path === undefined || request.url.pathname.includes(rule.path));
      const passing = this.#passing.get(rule) ?? 0;
      if (fits && passing > 0) this.#passing.set(rule, passing - 1);
      return fits && passing === 0;
    });
    return new InEffect(rules, this.#left);
  }
}
