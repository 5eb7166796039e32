/** The limits of provider calls, each with its reason. */

/** For calls that move money: a bank may take 15 s, and giving up too early leaves an unknown outcome. */
export const MONEY_DEADLINE_MS = 20_000;

/** For all other calls: a caller is waiting, and a retry does no harm. */
export const READ_DEADLINE_MS = 8_000;

/** Far above any real answer, and small enough for an invocation's memory. */
export const LARGEST_ANSWER_BYTES = 2_000_000;

/** Idle connections are closed earlier than the provider would close them under a request. */
export const IDLE_CONNECTION_MS = 4_000;

/** The most items of a page that we ever ask for. */
export const LARGEST_PAGE = 100;

/** Products are small, so nearly always one page holds all. */
export const PRODUCTS_A_PAGE = LARGEST_PAGE;

/** A daily plan has 365 orders a year: ten such subscriptions stay under the largest answer for years. */
export const SUBSCRIPTIONS_A_PAGE = 10;

/** For scanning an account or a plan: a hundred monthly subscriptions stay below the largest answer for three years. */
export const SUBSCRIPTIONS_A_LARGE_PAGE = LARGEST_PAGE;

/** A list with more pages than this is not believed. */
export const MOST_PAGES = 1_000;
/** Pages of one part of a pass for purchases: a third of our pace for a minute. */
export const PURCHASE_PAGES_A_PART = 20;

/** The most subscriptions, orders and attempts that one search keeps in memory, which ten searches share. */
export const MOST_FOUND = { narrow: 20_000, wide: 200_000 } as const;

/** The documented half hour, for answers without a lifetime. */
export const FORM_LIFETIME_SECONDS = 1_800;

/** A form that says that it lives longer than a day says nothing: sources have five minutes and half an hour. */
export const LONGEST_LIFETIME_SECONDS = 86_400;

/** The longest text for people: longer than any name that a bank or an invoice would print. */
export const LONGEST_LINE = 255;

/** The longest content of a form: some ten times a real one, and well within one item of the table. */
export const LONGEST_FORM = 100_000;

/** The longest provider code that is passed on: real ones have six digits. */
export const LONGEST_CODE = 64;

/** The longest provider message that is passed on. */
export const LONGEST_MESSAGE = 500;

/** Invocation time reserved for recording a call's outcome. */
export const RECORDING_MS = 4_000;

/** A call with less time than this is not started: it could only leave an unknown outcome. */
export const LEAST_CALL_MS = 500;
