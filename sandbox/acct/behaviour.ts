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

/** What can be switched. Numbers of calls are used up; the rest stays until it is reset. */
export interface Settings {
  /** How long a job takes; longer than 15 minutes makes it a stuck one. 2,000 where unset. */
  readonly jobMs?: number;
  /** Jobs end in error: with these texts, or with one of ours. */
  readonly failJobs?: boolean | readonly string[];
  /** Requests in 10 s; `false` lifts the limit, `true` is the documented 10, 0 limits every call. */
  readonly rateLimit?: boolean | number;
  /** So many calls are never answered, and do nothing. */
  readonly hangNext?: number;
  /** So many calls do their work, and the connection is dropped without an answer. */
  readonly loseAnswerNext?: number;
  /** So many calls fail with the provider's HTTP 500, and do nothing. */
  readonly failNext?: number;
  /** At once: `true` ends all access tokens, `all` the refresh tokens too. */
  readonly expireTokens?: boolean | 'all';
  /** The first so many readings of each document's PDF find it not rendered. */
  readonly pdfNotReadyCalls?: number;
  /** How "not rendered" is said: 204, or 200 without `data`. */
  readonly pdfNotReadyAs?: 'empty' | 'noData';
  /** The state of a new document; `sent` where unset. */
  readonly documentStatus?: string;
  /** How amounts are written; text where unset. */
  readonly amountsAs?: 'text' | 'numbers';
  /** Which error shape a refused bearer meets; JSON:API where unset. */
  readonly unauthorisedAs?: 'jsonApi' | 'oauth';
  /** The status of a refused grant, 400 where unset. */
  readonly grantErrorStatus?: number;
  /** Other words for the refusals of `wordings.ts`. */
  readonly wordings?: Readonly<Record<string, string>>;
}

/** Settings for one company's calls, or those of a method, or to paths with a text in them, once some calls have passed. */
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
  amountsAs: oneOf('text', 'numbers'),
  unauthorisedAs: oneOf('jsonApi', 'oauth'),
  grantErrorStatus: count,
  wordings: textByName,
  companyId: text,
  method: text,
  path: text,
  after: count,
} as const satisfies Switches & Record<keyof Behave, unknown>;

/** A rule as it came in. Throws `BadControl` where a switch is unknown or given what it does not take. */
export function ruleOf(given: Readonly<Record<string, unknown>>): Behave {
  checkSwitches(ACCT_SWITCHES, given);
  return given;
}

type Countdown = 'hangNext' | 'loseAnswerNext' | 'failNext';

/** The rules that apply to one request; the newest that says something decides. */
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

  /** Whether this request is one of those counted down. */
  spend(key: Countdown): boolean {
    const rule = this.#rules.findLast((each) => (this.#left.get(each)?.[key] ?? 0) > 0);
    const left = rule && this.#left.get(rule);
    if (left) left[key] -= 1;
    return left !== undefined;
  }
}

/** All switches of the sandbox. They are not kept over a restart. */
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

  /** What applies to a request that has just come; call it once for each, since it counts them. */
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
