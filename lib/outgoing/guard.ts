import { isIP } from 'node:net';
import { URL_CHARACTERS_MAX } from '../limits.ts';
import { isLoopback, isPublic } from './special-addresses.ts';

const PORTS: readonly string[] = ['443', '8443'];

/** A name that DNS can hold, as URLs spell it: 253 characters, 63 between two dots. */
const DOMAIN_NAME = /^(?=.{1,253}$)[\w-]{1,63}(?:\.[\w-]{1,63})*$/;

/** Names that are kept for one machine or network (RFC 6761, 6762 and 8375, and ICANN's `internal`). */
const PRIVATE_NAME = /\.(?:localhost|local|internal|home\.arpa)$/;

/** All addresses of a host name. */
export type Resolve = (host: string) => Promise<readonly string[]>;

/** A checked POST target; `permits` checks the peer's address once connected. */
export interface Target {
  readonly url: URL;
  /** Without the brackets of a literal IPv6 address. */
  readonly host: string;
  readonly addresses: readonly string[];
  readonly permits: (address: string) => boolean;
}

/** A URL that must not be called; its message is for the tenant. */
export class Forbidden extends Error {
  override readonly name = 'Forbidden';
}

/**
 * Why a browser must not be sent to this URL, or undefined: it must be `https:`, without user info, at most 2,048
 * characters. `allowed` lists `host:port` pairs on loopback that may also be plain `http:`; empty when deployed.
 */
export function checkLink(text: string, allowed: readonly string[]): string | undefined {
  return refusalOf(() => parse(text, allowed));
}

/** Why we must not POST to this URL, as far as can be told without a DNS look-up; undefined if nothing is wrong. */
export function checkUrl(text: string, allowed: readonly string[]): string | undefined {
  return refusalOf(() => {
    const { host, permits } = parseTarget(text, allowed);
    if (isIP(host) !== 0) demand(permits(host), 'the address is not a public one');
  });
}

/** Resolves the name once, and refuses the URL unless all its addresses are permitted. Throws Forbidden. */
export async function findTarget(
  text: string,
  allowed: readonly string[],
  resolve: Resolve,
): Promise<Target> {
  const { url, host, permits } = parseTarget(text, allowed);
  const addresses = isIP(host) === 0 ? await resolve(host) : [host];
  demand(addresses.length > 0, 'the host has no address');
  demand(addresses.every(permits), 'the host has an address that is not a public one');
  return { url, host, addresses, permits };
}

function parseTarget(text: string, allowed: readonly string[]): Omit<Target, 'addresses'> {
  const { url, local } = parse(text, allowed);
  const host = url.hostname.replaceAll(/[[\]]/g, '');
  if (local) return { url, host, permits: isLoopback };
  demand(PORTS.includes(portOf(url)), 'the port must be 443 or 8443');
  if (isIP(host) === 0) {
    demand(!host.endsWith('.'), 'the host must not end with a dot');
    demand(host.includes('.') && DOMAIN_NAME.test(host), 'the host must be a full domain name');
    demand(!PRIVATE_NAME.test(host), 'the host must be a public name');
  }
  return { url, host, permits: isPublic };
}

function parse(text: string, allowed: readonly string[]): { url: URL; local: boolean } {
  demand(text.length <= URL_CHARACTERS_MAX, `the URL is longer than ${URL_CHARACTERS_MAX} characters`);
  const url = URL.parse(text);
  if (!url) throw new Forbidden('this is not a URL');
  const local = allowed.includes(`${url.hostname}:${portOf(url)}`);
  demand(
    url.protocol === 'https:' || (local && url.protocol === 'http:'),
    'the URL must begin with https://',
  );
  demand(url.username === '' && url.password === '', 'the URL must not carry a user name or a password');
  return { url, local };
}

function portOf({ port, protocol }: URL): string {
  return port || (protocol === 'http:' ? '80' : '443');
}

function demand(holds: boolean, otherwise: string): void {
  if (!holds) throw new Forbidden(otherwise);
}

function refusalOf(check: () => unknown): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof Forbidden) return error.message;
    throw error;
  }
}
