import { openDesk, type Desk } from '../../behaviour/console/desk.ts';
import { formOf, portalLink, Visitor, type Page } from '../../support/world/portal.ts';
import type { Member } from '../../support/world/shop.ts';
import type { TestTenant } from '../../support/world/tenant.ts';
import type { World } from '../../support/world/world.ts';

/** What somebody who comes in by a door gets: the status, and where a browser goes on. */
export interface Sent {
  readonly status: number;
  readonly to: string;
}

/** How much of an allowance is left before the probe itself. */
export type Left = () => Promise<number>;

/** A request that was sent, and the same once more: with its key, or as Back, a double click or an old tab sends it. */
export interface Asked {
  readonly first: Sent;
  /** How much of the allowance it spent. */
  readonly spent: number;
  readonly again: () => Promise<Sent>;
}

/** The same act by every door that offers it. */
export interface ActAtDoors {
  readonly api: (member: Member, invoice: string) => { route: string; body: Record<string, unknown> };
  /** The form of the portal, and the page that has it. */
  readonly portal?: {
    page: string;
    query?: () => string;
    /** The form of that page, where the act has none of its own there. */
    form?: string;
    act: string;
    fields?: Record<string, string>;
  };
  readonly console?: {
    screen: string;
    act: string;
    fields: (member: Member, invoice: string) => Record<string, string>;
  };
}

/** The names of the doors. */
export const DOORS = ['api', 'portal by a key', 'portal by a person', 'console'] as const;
/** The name of a door. */
export type Door = (typeof DOORS)[number];

/** Who comes in: with which cause in the timeline, and with which entry in the audit list. */
export interface Caller {
  readonly ask: (act: ActAtDoors, member: Member, left: Left, invoice: string) => Promise<Asked>;
  readonly cause: Record<string, unknown>;
  readonly audited: { what: string; name: string } | null;
}

/** Sends it for the first time, and says what of the allowance that took. */
async function asked(send: () => Promise<Sent>, left: Left): Promise<Asked> {
  const before = await left();
  const first = await send();
  return { first, spent: before - (await left()) - 1, again: send };
}

let keys = 0;

/** Comes in by a door. */
export async function callerAt(world: World, shop: TestTenant, door: Door): Promise<Caller> {
  if (door === 'api') return byApi(shop);
  if (door === 'portal by a key') return byPortal(world, shop);
  const desk = await openDesk(world, shop, 'owner');
  return door === 'console' ? byConsole(desk) : byPortal(world, shop, desk);
}

function byApi(shop: TestTenant): Caller {
  return {
    ask: async (act, member, left, invoice) => {
      const { route, body } = act.api(member, invoice);
      const headers = { 'idempotency-key': `door-${++keys}` };
      const send = async () => {
        const { status } = await shop.call(route as 'subscribers/cancel', { body, headers });
        return { status, to: '' };
      };
      return asked(send, left);
    },
    cause: { by: 'request' },
    audited: null,
  };
}

/** A page, or an address of ours beside the portal, where the visit ends. */
const sentOf = ({ status, address }: Page): Sent => ({ status: status || 200, to: address });

function byPortal(world: World, shop: TestTenant, maker?: Desk): Caller {
  const by = maker ? 'person' : 'key';
  const name = maker?.name ?? shop.headers['x-api-key'];
  return {
    ask: async ({ portal }, { id, svcId }, left) => {
      const one = new Visitor(world);
      await one.enter(maker ? await linkOf(maker, id) : await portalLink(shop, svcId));
      const { page = '', act = '', form: on = act, fields = {}, query = () => '' } = portal ?? {};
      const shown = await one.open(`/portal/${page}?subscription=${svcId}${query()}`);
      const form = { ...formOf(shown, on), ...fields };
      return asked(async () => sentOf(await one.send(act, form)), left);
    },
    cause: { by: 'customer', through: by, who: name },
    audited: maker ? { what: 'customer_acted', name: maker.name } : null,
  };
}

/** A link that somebody at the console has made for a customer. */
export async function linkOf(desk: Desk, id: string): Promise<string> {
  const { text } = await desk.act('portal-link', {
    id,
    returnUrl: 'https://shop.example/',
    flow: 'overview',
  });
  return /https?:[^"<\s]*\/portal\/enter\?link=[\w-]+/.exec(text)![0];
}

function byConsole(desk: Desk): Caller {
  return {
    ask: async ({ console: at }, member, left, invoice) => {
      const { screen = '', act = '', fields = () => ({}) } = at ?? {};
      const shown = await desk.get(screen, { id: screen === 'invoice' ? invoice : member.id });
      const csrf = /name="csrf" value="([^"]+)"/.exec(shown.text)?.[1] ?? '';
      const send = async () => {
        const { status, headers } = await desk.act(act, { csrf, id: member.id, ...fields(member, invoice) });
        const to = headers.location ?? '';
        return { status: status === 303 && !to.includes('refused=') ? 200 : status, to };
      };
      return asked(send, left);
    },
    cause: { by: 'person', who: desk.name },
    audited: { what: 'acted', name: desk.name },
  };
}
