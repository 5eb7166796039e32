import { lowerCased, type Ask } from '../world/ask.ts';
import { described, wrongBy } from './described.ts';

/**
 * Where a request that was accepted is not as the description of its operation says; undefined where it is.
 * A plus in an e-mail that was not encoded arrives as a space.
 */
export function wrongRequest(key: string, { query = {}, headers = {}, body }: Ask): string | undefined {
  const { parameters = [], requestBody } = described(key);
  const sent = { query, header: lowerCased(headers), path: {} };
  const wrong = parameters.flatMap(({ name, in: place, required, schema }) => {
    if (place === 'path') return [];
    const given = (sent[place] as Record<string, string | undefined>)[
      place === 'header' ? name.toLowerCase() : name
    ];
    if (given === undefined) return required ? [`${name} is required`] : [];
    const value = name === 'email' ? given.trim().replaceAll(' ', '+') : typed(schema, given);
    const problem = isEmpty(given) ? undefined : wrongBy(schema, value);
    return problem === undefined ? [] : [`${name}: ${problem}`];
  });
  const schema = requestBody?.content?.['application/json']?.schema;
  const problem = schema && body !== undefined ? wrongBy(schema, withoutEmpty(body)) : undefined;
  return [...wrong, ...(problem === undefined ? [] : [problem])].join('; ') || undefined;
}

/** A parameter is text on its way; numbers are described as such. */
const typed = (schema: object, given: string) =>
  'type' in schema && (schema.type === 'integer' || schema.type === 'number') ? Number(given) : given;

const isEmpty = (value: unknown) => value === null || (typeof value === 'string' && value.trim() === '');

/** An optional member that is null, empty or blank counts as left out. */
function withoutEmpty(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const members = Object.entries(body).filter(([, value]) => !isEmpty(value));
  return Object.fromEntries(members.map(([name, value]) => [name, withoutEmpty(value)]));
}
