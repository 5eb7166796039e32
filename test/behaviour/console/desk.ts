import { consoleAddress } from '../../../lib/runtime/console-address.ts';
import { COOKIES, csrfOf } from '../../../lib/console/session.ts';
import type { Role } from '../../../lib/table/people/people.ts';
import type { Answer } from '../../support/world/ask.ts';
import type { TestTenant } from '../../support/world/tenant.ts';
import type { World } from '../../support/world/world.ts';
import type { Authenticator } from './authenticator.ts';
import { formsIn, unescaped } from '../../support/world/forms-in.ts';
import { somebody } from './people.ts';

/** Somebody of a tenant who is signed in to its console, with a browser that keeps its cookie. */
export interface Desk {
  readonly personId: string;
  readonly name: string;
  readonly cookies: Record<string, string>;
  readonly csrf: string;
  /** Asks for a screen. */
  readonly get: (screen: string, query?: Record<string, string>) => Promise<Answer>;
  /** Sends a form to the door, with the token of this session unless another one is given. */
  readonly enter: (step: string, form?: Record<string, string>) => Promise<Answer>;
  /** Sends a form, with the token of this session unless another one is given. */
  readonly act: (act: string, form?: Record<string, string>) => Promise<Answer>;
}

/** The same with the passkey that they have joined with: they confirm what asks for it. */
export interface JoinedDesk extends Desk {
  readonly authenticator: Authenticator;
}

/** What a page that asks for the passkey shows to be answered, with the form that waits; undefined if it asks for none. */
export function asksIn(text: string): { challenge: string; fields: Record<string, string> } | undefined {
  const form = formsIn(text).find(({ act }) => act === 'confirm');
  const [, options = ''] = /data-answer="confirm.proof" data-options="([^"]*)"/.exec(text) ?? [];
  if (!form) return undefined;
  const { challenge } = JSON.parse(unescaped(options)) as { challenge: string };
  return { challenge, fields: Object.fromEntries(form.fields.map(({ name, value = '' }) => [name, value])) };
}

const ENGLISH = { 'accept-language': 'en' };

let made = 0;

/** A desk for somebody with these roles. */
export async function openDesk(
  world: World,
  { tenant }: Pick<TestTenant, 'tenant'>,
  ...roles: Role[]
): Promise<JoinedDesk> {
  const name = `Person ${++made}`;
  const { token, person, authenticator } = await somebody(world.app, tenant.id, name, roles);
  return confirming(world, deskOf(world, { personId: person.id, name, token }), authenticator);
}

/** A desk at which somebody confirms with their passkey whatever asks for it, as a browser then goes on. */
export function confirming(world: World, desk: Desk, authenticator: Authenticator): JoinedDesk {
  const confirmed = async (answer: Answer): Promise<Answer> => {
    const asked = asksIn(answer.text);
    if (!asked) return answer;
    const { id, ...response } = authenticator.answer({ ...consoleAddress(world.app), ...asked });
    const fields = { ...asked.fields, 'confirm.proof': JSON.stringify({ id, response }) };
    const { status, headers } = await desk.enter('confirm', fields);
    if (status !== 307) return answer;
    const [, door, act = ''] = /^\/console\/(enter\/)?(.+)$/.exec(headers.location ?? '') ?? [];
    return door === undefined ? desk.act(act, fields) : desk.enter(act, fields);
  };
  return {
    ...desk,
    act: async (...sent) => confirmed(await desk.act(...sent)),
    enter: async (...sent) => confirmed(await desk.enter(...sent)),
    authenticator,
  };
}

/** The desk of a session's cookie. */
export function deskOf(world: World, who: { personId: string; name: string; token: string }): Desk {
  const cookies = { [COOKIES.session]: who.token };
  const csrf = csrfOf(who.token);
  return {
    ...who,
    cookies,
    csrf,
    get: (screen, query = {}) =>
      world.call('console/show', {
        path: { screen },
        address: `/console/${screen}`,
        headers: ENGLISH,
        query,
        cookies,
      }),
    enter: (step, form = {}) =>
      world.call('console/enter', {
        path: { step },
        address: `/console/enter/${step}`,
        headers: { ...ENGLISH, 'content-type': 'application/x-www-form-urlencoded' },
        raw: new URLSearchParams({ csrf, ...form }).toString(),
        cookies,
      }),
    act: (act, form = {}) =>
      world.call('console/act', {
        path: { screen: act },
        address: `/console/${act}`,
        headers: { ...ENGLISH, 'content-type': 'application/x-www-form-urlencoded' },
        raw: new URLSearchParams({ csrf, ...form }).toString(),
        cookies,
      }),
  };
}
