import * as z from 'zod/mini';
import { holdsCardNumber } from '../text/card-number.ts';
import { canonicalReference, isCleanText, looksLikeNoOther, proseOf } from '../text/clean-text.ts';
import { AMOUNT, AMOUNT_SAID, amountFrom, isAboveZero } from '../billing/money.ts';
import { Refusal, type FieldProblem } from '../refusal.ts';

/** How much of a field's path and how many unclean texts a refusal names: it must not be many times its request. */
const NAMED_MAX = { pathCharacters: 255, uncleanTexts: 50 } as const;

/** Validates a caller's input; unknown fields are dropped. Throws `invalid_request` with one entry per wrong field. */
export function read<S extends z.core.$ZodType>(schema: S, given: unknown): z.core.output<S> {
  const unclean = uncleanFields(given);
  if (unclean.length > 0) throw invalid(...unclean);
  const result = z.safeParse(schema, given, { reportInput: true });
  if (result.success) return result.data;
  throw invalid(
    ...result.error.issues.map((issue) => ({ field: issue.path.join('.'), message: describe(issue) })),
  );
}

/** Reads what a DELETE names in its body or its query. Throws `invalid_request` where they differ. */
export function bodyOrQuery<S extends z.core.$ZodObject>(schema: S, body: unknown, query: unknown) {
  const names = Object.keys(schema._zod.def.shape);
  const given = [body, query].map((part) => membersOf(part, names));
  const [inBody = {}, inQuery = {}] = given.map((part) =>
    read(schema, { ...given[1], ...given[0], ...part }),
  );
  const differing = names.filter(
    (name) => given.every((part) => name in part) && valueOf(inBody, name) !== valueOf(inQuery, name),
  );
  if (differing.length > 0)
    throw invalid(...differing.map((field) => ({ field, message: 'differs between body and query' })));
  return inBody as z.core.output<S>;
}

const valueOf = (of: object, name: string): unknown => (of as Record<string, unknown>)[name];

/** The members with these names that say something. */
function membersOf(given: unknown, names: readonly string[]): Record<string, unknown> {
  const all = typeof given === 'object' && given !== null ? given : {};
  return Object.fromEntries(
    Object.entries(all).filter(([name, value]) => names.includes(name) && blankAsAbsent(value) !== undefined),
  );
}

/** The refusal for these problems; its message is the first one's. */
export function invalid(...problems: readonly FieldProblem[]): Refusal {
  const details = problems.filter(({ field }) => field !== '');
  const [first] = problems;
  if (!first || details.length === 0) return new Refusal('invalid_request');
  return new Refusal('invalid_request', { details, message: `${first.field}: ${first.message}` });
}

/** Checks a text that no schema describes. Throws `invalid_request` with the field. */
export function cleanText(field: string, given: string): string {
  if (!isCleanText(given)) throw invalid(unclean(field));
  return given;
}

/** The first unclean texts, at any depth. Iterative, because a body may be nested deeply enough to overflow the stack. */
function uncleanFields(given: unknown): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const open: [path: string, value: unknown][] = [['', given]];
  for (let next = open.pop(); next && problems.length < NAMED_MAX.uncleanTexts; next = open.pop()) {
    const [path, value] = next;
    if (typeof value === 'string' && !isCleanText(proseOf(value))) problems.push(unclean(path));
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, inner] of Object.entries(value).reverse())
      open.push([path === '' ? name : `${path}.${name}`.slice(0, NAMED_MAX.pathCharacters), inner]);
  }
  return problems;
}

const UNCLEAN = 'must not hold control characters or code points that are no characters';
const unclean = (field: string): FieldProblem => ({ field, message: UNCLEAN });

function describe(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') {
    if (issue.input === undefined) return 'is required';
    return issue.expected === 'int' ? 'must be a whole number' : `must be of type ${issue.expected}`;
  }
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.map(String).join(', ')}`;
  if (issue.code === 'too_big') return `must ${describeBound(issue.origin, 'at most', issue.maximum)}`;
  if (issue.code === 'too_small')
    return issue.origin === 'string'
      ? 'must not be empty'
      : `must ${describeBound(issue.origin, 'at least', issue.minimum)}`;
  return issue.message;
}

function describeBound(of: string, bound: string, limit: number | bigint): string {
  if (of === 'array') return `have ${bound} ${limit} of them`;
  return `be ${bound} ${limit}${of === 'string' ? ' characters' : ''}`;
}

const oneLine = () => z.string().check(z.trim(), z.refine(isCleanText, UNCLEAN), z.minLength(1));

/** The check of text that is kept. It is made of texts of a bounded length only. */
export const noCardNumber = () =>
  z.refine<string>((given) => !holdsCardNumber(given), 'must not hold a card number');

/** What is only looked up or is a secret, and so kept by nobody in this form: an id, a cursor, a credential. */
export const sought = (max = 255) => oneLine().check(z.maxLength(max));

/** A non-empty text in one line that is kept, trimmed and otherwise as it was written: an address, a key. */
export const text = (max = 255) =>
  oneLine()
    .check(z.maxLength(max, { abort: true }), noCardNumber())
    .brand<'kept'>();

/** A non-empty text of people that is kept: a name, a place, an address of several lines, which become one. */
export const prose = (max = 255) =>
  z
    .string()
    .check(
      z.overwrite(proseOf),
      z.trim(),
      z.refine(isCleanText, UNCLEAN),
      z.minLength(1),
      z.maxLength(max, { abort: true }),
      noCardNumber(),
    )
    .brand<'kept'>();

/** What names something that is on record; compared in one form, however it was written. */
export const reference = (max?: number) => sought(max).check(z.overwrite(canonicalReference));

/** A caller's own natural key, as it is written: kept, and unlike any other key by its looks. */
export const naturalKey = (max: number) => text(max).check(unlikeOthers());

/** The same, compared and counted as characters of the composed form; described as long as it may be written. */
export const composedKey = ({
  charactersMax: max,
  unitsMax,
}: {
  charactersMax: number;
  unitsMax: number;
}) => {
  const fits = (given: string) =>
    given.length <= unitsMax && Array.from(canonicalReference(given)).length <= max;
  const bound = z.refine<string>(fits, {
    abort: true,
    error: `must ${describeBound('string', 'at most', max)}`,
  });
  return oneLine().check(
    bound,
    unlikeOthers(),
    z.overwrite(canonicalReference),
    noCardNumber(),
    z.meta({ maxLength: unitsMax }),
  );
};

const unlikeOthers = () =>
  z.refine<string>(looksLikeNoOther, 'must not hold characters that cannot be seen or that look like others');

/** An amount of money, as a two-decimal string. It is never absent where it was sent: an empty one, too, is no amount. */
export const amount = () =>
  z.string().check(
    z.trim(),
    z.regex(AMOUNT, AMOUNT_SAID),
    z.overwrite((given) => amountFrom(given) ?? given),
  );

/** The check of an amount that must be more than nothing. */
export const aboveZero = () => z.refine<string>(isAboveZero, 'must be above zero');

/** An optional member; null and blank text count as absent. */
export const optional = <S extends z.core.$ZodType>(schema: S) =>
  z.optional(z.pipe(z.transform(blankAsAbsent), z.optional(schema)));

function blankAsAbsent(given: unknown): unknown {
  return given === null || (typeof given === 'string' && given.trim() === '') ? undefined : given;
}

/** A whole number in a query string. Out of bounds is refused, never clamped. */
export const count = (bounds: { default: number; max: number }) =>
  z._default(
    optional(
      z.pipe(
        z.string().check(z.regex(/^[0-9]{1,9}$/, 'must be a whole number')),
        z.pipe(z.transform(Number), z.int().check(z.minimum(1), z.maximum(bounds.max))),
      ),
    ),
    bounds.default,
  );
