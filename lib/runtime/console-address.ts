import type { CoreApp } from './app.ts';

/** Where browsers reach the console: what passkeys are bound to. */
export interface ConsoleAddress {
  /** Such as `https://billing.example.com`. */
  readonly origin: string;
  /** The host alone, WebAuthn's relying party. */
  readonly host: string;
}

/**
 * The console's address: the host that it has for itself, else the service's own. A passkey cannot be bound to an IP address, so on one machine the service goes by the name
 * `localhost`.
 */
export function consoleAddress({ settings }: Pick<CoreApp, 'settings'>): ConsoleAddress {
  const { consoleHost, publicUrl } = settings;
  const address = new URL(consoleHost === undefined ? publicUrl : `https://${consoleHost}`);
  if (settings.loopbackAllowed.length > 0 && address.hostname === '127.0.0.1') address.hostname = 'localhost';
  return { origin: address.origin, host: address.hostname };
}

/** Where the console finds what is no part of it, such as the documentation: before a path, and empty where both share a host. */
export const besideConsole = ({ settings }: Pick<CoreApp, 'settings'>): string =>
  settings.consoleHost === undefined ? '' : settings.publicUrl;

/** Whether a request came to the host that does not serve its route: a host of the console's own serves the console, and nothing else does. */
export function isAtOtherHost(
  { settings: { consoleHost } }: Pick<CoreApp, 'settings'>,
  isOfConsole: boolean,
  host: string,
): boolean {
  return consoleHost !== undefined && isOfConsole !== (host.toLowerCase() === consoleHost);
}
