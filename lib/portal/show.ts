import { Refusal } from '../refusal.ts';
import { enterPortal } from './links.ts';
import { orRefusedPage, outside } from './outside.ts';
import { SCREENS, startOf } from './screens.ts';
import { allows, signedIn } from './session.ts';
import { refusedPage, visitOf, type PortalAnswer, type PortalRequest, type ShowApp } from './visit.ts';

/** Opens the portal by a link, or shows one of its pages. What is switched off, or another's, is not there. */
export async function showPortal(app: ShowApp, request: PortalRequest): Promise<PortalAnswer> {
  const { name, cookie } = request;
  if (name === 'enter') return enter(app, request);
  const signed = await signedIn(app, cookie);
  if (!signed) return outside(app, request, 'ended');
  const screen = Object.hasOwn(SCREENS, name) ? SCREENS[name] : undefined;
  const visit = visitOf(app, signed, request);
  const inside = { visit: signed.session, isInside: true };
  if (!screen || !visit || (screen.action && !allows(signed, screen.action)))
    return outside(app, request, 'unknown', inside);
  return orRefusedPage(visit, async () => {
    const page = await screen.show(visit);
    // Back from what was done, or an old tab: what it was for is over, such as a cancellation that has been made.
    return page ? { status: 200, page } : refusedPage(visit, new Refusal('concurrent_change'));
  });
}

/** On to an address without the secret of the link; a link that is over leads back to the shop. */
async function enter(app: ShowApp, request: PortalRequest): Promise<PortalAnswer> {
  const entered = await enterPortal(app, request.given.link ?? '', request.cookie);
  switch (entered.is) {
    case 'in':
      return {
        redirect: startOf(entered.session),
        secret: entered.secret,
        language: entered.session.language ?? undefined,
      };
    case 'already':
      return { redirect: startOf(entered.session) };
    case 'over':
      return outside(app, request, 'expired', { visit: entered.link });
    case 'unknown':
      return outside(app, request, 'unknown');
  }
}
