import type { CoreApp } from '../runtime/app.ts';

/** Where browsers reach the console: what passkeys are bound to. */
export interface ConsoleAddress {
  /** Such as `https://billing.example.com`. */
  readonly origin: string;
  /** The host alone, WebAuthn's relying party. */
  readonly host: string;
}

/**
 * The console's address. A passkey cannot be bound to an IP address, so on one machine the service goes by the name
 * `localhost`.
 */
export function consoleAddress({ settings }: Pick<CoreApp, 'settings'>): ConsoleAddress {
  const address = new URL(settings.publicUrl);
  if (settings.loopbackAllowed.length > 0 && address.hostname === '127.0.0.1') address.hostname = 'localhost';
  return { origin: address.origin, host: address.hostname };
}
