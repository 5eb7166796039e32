import { say } from '../../pages/say.ts';
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** What a browser calls itself, in a few words such as `Chrome on Windows`; only for people to recognise it by. */
export function browserSaid(userAgent: string): string {
  const of = (known: typeof BROWSERS) => known.find(([form]) => form.test(userAgent))?.[1];
  const [browser, system] = [of(BROWSERS), of(SYSTEMS)];
  return browser === undefined || system === undefined
    ? say('Another browser', 'Başka bir tarayıcı')
    : say(`${browser} on ${system}`, `${browser}, ${system}`);
}
