/** What may differ from one run to the next, by how it looks. */
const OPAQUE: readonly (readonly [kind: string, looks: RegExp])[] = [
  ['a UUID', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/],
  ['a svcId', /^(pln|cus|sub|inv)_[0-9a-f]{32}$/],
  ['a time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/],
  ['an address', /^https?:\/\//],
  ['a key', /^svck_test_/],
  ['a secret', /^(svcs|whsec)_/],
  ['an invoice number', /^INV-\d{4}-\d{7}$/],
  ['a tenant', /^[0-9a-f]{32}$/],
];

function kindOf(value: unknown): string {
  if (typeof value === 'number' && value > 1_000_000) return 'a large number';
  if (typeof value !== 'string') return JSON.stringify(value);
  return OPAQUE.find(([, looks]) => looks.test(value))?.[0] ?? JSON.stringify(value);
}

/**
 * Where an answer is not what a page shows of it, as `path: why`. The page may leave members out and show fewer items
 * of a list; ids, times, addresses and secrets need only look alike. A text that ends in `…` shows its beginning.
 */
export function differences(shown: unknown, given: unknown, path = ''): string[] {
  if (typeof shown === 'string' && shown.endsWith('…'))
    return String(given).startsWith(shown.slice(0, -1)) ? [] : [`${path}: ${String(given)} for ${shown}`];
  if (typeof shown !== 'object' || shown === null) {
    const [wanted, found] = [kindOf(shown), kindOf(given)];
    return wanted === found ? [] : [`${path}: ${found} for ${wanted}`];
  }
  if (typeof given !== 'object' || given === null) return [`${path}: ${JSON.stringify(given)}`];
  return Object.entries(shown).flatMap(([name, value]) =>
    name in given
      ? differences(value, (given as Record<string, unknown>)[name], `${path}.${name}`)
      : [`${path}.${name} is not there`],
  );
}
