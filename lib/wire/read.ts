import * as z from 'zod/mini';
import { Refusal, type FieldProblem } from '../refusal.ts';

/**
 * Reads what a caller sent. Throws `invalid_request` with one entry per field that is wrong; fields that the schema
 * does not name are dropped.
 */
export function read<S extends z.core.$ZodType>(schema: S, given: unknown): z.core.output<S> {
  const result = z.safeParse(schema, given, { reportInput: true });
  if (result.success) return result.data;
  const details: FieldProblem[] = result.error.issues.map((issue) => ({
    field: issue.path.join('.') || '(body)',
    message: describe(issue),
  }));
  const [message] = details.map((problem) => `${problem.field}: ${problem.message}`);
  throw new Refusal('invalid_request', { details, message });
}

function describe(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type')
    return issue.input === undefined ? 'is required' : `must be of type ${issue.expected}`;
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.map(String).join(', ')}`;
  if (issue.code === 'too_big')
    return `must be at most ${String(issue.maximum)}${issue.origin === 'string' ? ' characters' : ''}`;
  if (issue.code === 'too_small')
    return issue.origin === 'string' ? 'must not be empty' : `must be at least ${String(issue.minimum)}`;
  return issue.message;
}

/** A text with something in it, trimmed, of a sensible length. */
export const text = (max = 255) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max));

/** A whole number in a query string, within bounds; anything else is refused, never clamped. */
export const count = (bounds: { default: number; max: number }) =>
  z._default(
    z.pipe(
      z.string().check(z.regex(/^[0-9]{1,9}$/, 'must be a whole number')),
      z.pipe(z.transform(Number), z.number().check(z.minimum(1), z.maximum(bounds.max))),
    ),
    bounds.default,
  );

/** An optional member that may also be null. */
export const optional = <S extends z.core.$ZodType>(schema: S) => z.optional(z.nullable(schema));
