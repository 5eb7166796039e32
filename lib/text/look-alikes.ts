/** Scripts whose letters pass for each other's. A name has letters of one of them. */
const SCRIPTS = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Cherokee', 'Coptic', 'Lisu'].map(
  (script) => new RegExp(`\\p{Script=${script}}`, 'u'),
);

/** Whether a text has letters of several scripts that pass for each other's. */
export const mixesScripts = (text: string): boolean =>
  SCRIPTS.filter((script) => script.test(text)).length > 1;

/** Letters of other scripts that pass for Latin ones, each above the one that it passes for; capitals and small ones apart. */
const PASS_FOR = [
  [
    'АВЕЅІЈКМНОРСТУҮХԌԚԜҺӀАΑΒΕΖΗΙΚΜΝΟΡΤΥΧՕՍՏԼᎪᏴᏟᎠᎬᎻᎫᏦᏞᎷᏢᏒᏚᎢᏙᎳᏃ',
    'ABESIJKMHOPCTYYXGQWhlAABEZHIKMNOPTYXOUSLABCDEHJKLMPRSTVWZ',
  ],
  ['аеорсухіјѕһԁԛԝӏгктвнмпьшαβεικνορτυχγωηաօոսհցզյք', 'aeopcyxijshdqwlrktbhmnbwabeiKvoptuxywnwonuhgqjp'],
] as const;

const LOOKS_LIKE = new Map(
  PASS_FOR.flatMap(([given, latin]) => Array.from(given, (one, nth) => [one, Array.from(latin)[nth] ?? one])),
);

/**
 * What a text looks like at a glance: two that look alike have one. Case, spaces, marks between words, letters of other
 * scripts, and what passes for an `l`, an `o`, an `m` or a `w` make no difference; accents do.
 */
export function looksOf(text: string): string {
  const latin = Array.from(text.normalize('NFKC'), (one) => LOOKS_LIKE.get(one) ?? one).join('');
  return latin
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[\s\p{P}\p{Cf}\u0307]/gu, '')
    .replaceAll(/[iıl1|ǀ]/g, 'l')
    .replaceAll('0', 'o')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
}
