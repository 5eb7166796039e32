import { Refusal } from '../refusal.ts';
import type { RequestParts } from './call.ts';

/** How identifiers are called, here or elsewhere. */
const LIKE_IDENTIFIER =
  /(?:^|[-_])(?:id|code|ref|reference|key)$|[a-z](?:Id|ID|Code|Ref|Reference)$|^(?:plan|price|customer|subscriber|subscription|invoice|event|email)$/;
/** More names than these, and none longer, are not repeated to who sent them. */
const NAMED_MAX = { names: 5, characters: 64 } as const;

/** Reads the input; the refusal of a missing identifier says under which other names some were sent. */
export function readNaming<Input>(input: (parts: RequestParts) => Input, parts: RequestParts): Input {
  try {
    return input(parts);
  } catch (error) {
    throw error instanceof Refusal && error.code === 'missing_identifier' ? naming(error, parts) : error;
  }
}

function naming(refusal: Refusal, { query, body }: RequestParts): Refusal {
  const wanted = new Set(refusal.more.details?.map(({ field }) => field));
  const sent = [...namesOf(query), ...namesOf(body)].filter(
    (name) => LIKE_IDENTIFIER.test(name) && name.length <= NAMED_MAX.characters && !wanted.has(name),
  );
  if (sent.length === 0) return refusal;
  const named = [...new Set(sent)].slice(0, NAMED_MAX.names).map((name) => `\`${name}\``);
  const message = `You sent ${named.join(', ')}. ${refusal.message}`;
  return new Refusal(refusal.code, { ...refusal.more, message }, refusal.cause);
}

const namesOf = (given: unknown): string[] =>
  typeof given === 'object' && given !== null ? Object.keys(given) : [];
