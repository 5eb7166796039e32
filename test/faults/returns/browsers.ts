import type { Ask } from '../../support/world/ask.ts';
import type { Answer, World } from '../../support/world/world.ts';

/** A way in which a browser brings its token. */
export interface Way {
  readonly name: string;
  readonly ask: (token: string) => Ask;
}

const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();

/** The page that waits for an outcome asks for this, and a customer may keep its address. */
export const RELOAD: Way = {
  name: 'a reload that was asked for',
  ask: (token) => ({ method: 'GET', query: { token, again: '1' } }),
};

/** As the provider and browsers do it, and as they do it when somebody has touched the address. */
export const WAYS: readonly Way[] = [
  { name: 'a form', ask: (token) => ({ method: 'POST', raw: form({ token }) }) },
  { name: 'a link', ask: (token) => ({ method: 'GET', query: { token } }) },
  RELOAD,
  {
    name: 'a form with much else in it',
    ask: (token) => ({ method: 'POST', raw: form({ x: 'ş'.repeat(5_000), token }) }),
  },
  {
    name: 'a form and a link',
    ask: (token) => ({ method: 'POST', query: { token }, raw: form({ token: 'another' }) }),
  },
  { name: 'a link with spaces', ask: (token) => ({ method: 'GET', query: { token: ` ${token}\u00a0` } }) },
  {
    name: 'a link with more parameters',
    ask: (token) => ({ method: 'GET', query: { token, utm_source: 'mail', status: 'success', lang: 'xx' } }),
  },
];

/** Tokens that never were. */
export const FORGERIES: readonly { readonly name: string; readonly forge: (token: string) => string }[] = [
  { name: 'that is cut off', forge: (token) => token.slice(0, -1) },
  { name: 'that is longer', forge: (token) => `${token}0` },
  { name: 'that stands twice', forge: (token) => `${token},${token}` },
  { name: 'that is not there', forge: () => '' },
  { name: 'that is endless', forge: (token) => token.repeat(40) },
  { name: 'with a null character', forge: (token) => `${token}\u0000` },
  { name: 'with a broken character', forge: (token) => `${token}\ud800` },
  { name: 'with markup', forge: () => '"><script>alert(1)</script>' },
  { name: 'that names a place', forge: () => '../../account' },
];

export const returnBy = (world: World, { ask }: Way, token: string): Promise<Answer> =>
  world.call('checkout/callback', ask(token));
