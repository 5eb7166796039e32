import { VERSION } from '../runtime/version.ts';

/** How every call to others names the service. */
export const USER_AGENT = `subscription-billing/${VERSION}`;
