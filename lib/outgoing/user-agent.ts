import { VERSION } from '../runtime/version.ts';

/** How every call to others names the service, and where it is described: at a stage's own address, if it has one. */
export function userAgentOf(publicUrl = ''): string {
  const name = `subscription-billing/${VERSION}`;
  return publicUrl === '' ? name : `${name} (+${publicUrl}/docs)`;
}
