/**
 * Where two values do not have the same members of the same types, as `path: why`. Null stands for any value, and of
 * lists the first items are compared.
 */
export function shapeDifferences(one: unknown, other: unknown, path = ''): string[] {
  if (one === null || other === null) return [];
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === 0 || other.length === 0 ? [] : shapeDifferences(one[0], other[0], `${path}[0]`);
  if (typeof one !== 'object' || typeof other !== 'object')
    return typeof one === typeof other ? [] : [`${path}: ${typeof one} and ${typeof other}`];
  const [first, second] = [one, other] as Record<string, unknown>[];
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((name) =>
    name in first! && name in second!
      ? shapeDifferences(first![name], second![name], `${path}.${name}`)
      : [`${path}.${name} is in one alone`],
  );
}
