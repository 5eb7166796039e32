import { Refusal } from '../refusal.ts';
import { showLink } from './enter.ts';
import { showMessageLink } from './message-link.ts';
import { insideOf, orRefusedPage, outside } from './outside.ts';
import { SCREENS } from './screens.ts';
import { allows, signedIn } from './session.ts';
import { refusedPage, visitOf, type PortalAnswer, type PortalRequest, type ShowApp } from './visit.ts';

/** Shows a link, or one of the portal's pages. What is switched off, or another's, is not there. */
export async function showPortal(app: ShowApp, request: PortalRequest): Promise<PortalAnswer> {
  const { name, cookie } = request;
  if (name === 'enter') return showLink(app, request);
  if (name === 'message') return showMessageLink(app, request);
  const signed = await signedIn(app, cookie);
  if (!signed) return outside(app, request, 'ended');
  const screen = Object.hasOwn(SCREENS, name) ? SCREENS[name] : undefined;
  const visit = visitOf(app, signed, request);
  const inside = insideOf(signed);
  if (!screen || !visit || (screen.action && !allows(signed, screen.action)))
    return outside(app, request, 'unknown', inside);
  return orRefusedPage(visit, async () => {
    const page = await screen.show(visit);
    // Back from what was done, or an old tab: what it was for is over, such as a cancellation that has been made.
    return page ? { status: 200, page } : refusedPage(visit, new Refusal('concurrent_change'));
  });
}
