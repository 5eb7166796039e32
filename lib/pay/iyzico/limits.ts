/** Numbers of the way to the provider, each with its reason. */

/** For calls that move money: a bank may take 15 s, and giving up too early makes an unknown outcome. */
export const MONEY_DEADLINE_MS = 20_000;

/** For everything else: somebody is waiting for the page, and asking again later does no harm. */
export const READ_DEADLINE_MS = 8_000;

/** Far above any real answer, and little enough for the memory of one invocation. */
export const LARGEST_ANSWER_BYTES = 2_000_000;

/** A kept connection idle for longer is closed by us, before the provider's side can close it under a request. */
export const IDLE_CONNECTION_MS = 4_000;

/** Products are small, so one page is nearly always all of them. */
export const PRODUCTS_A_PAGE = 100;

/** A daily plan has 365 orders a year: ten such subscriptions stay under the largest answer for years. */
export const SUBSCRIPTIONS_A_PAGE = 10;

/** For going through an account or a plan: a hundred monthly subscriptions stay under the largest answer for three years. */
export const SUBSCRIPTIONS_A_LARGE_PAGE = 100;

/** A list that claims more pages than this is not believed. */
export const MOST_PAGES = 1_000;

/** Where an answer does not say how long its form lives: the documented half hour. */
export const FORM_LIFETIME_SECONDS = 1_800;

/** The provider's search takes local times of a zone it does not name, so we ask for a day more on both sides. */
export const SEARCH_SLACK_MS = 86_400_000;

/** Longest message of the provider that is handed on. */
export const LONGEST_MESSAGE = 500;

/** What of an invocation is kept free to record what came of a call. */
export const RECORDING_MS = 4_000;

/** A call that would have less time than this is not begun: it could only leave an outcome unknown. */
export const LEAST_CALL_MS = 500;
