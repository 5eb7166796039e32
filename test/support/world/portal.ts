import type { Answer } from './ask.ts';
import type { World } from './world.ts';
import type { TestTenant } from './tenant.ts';
import { unescaped } from './forms-in.ts';

/** A page as a browser has it: its address, its answer, and the forms in it. */
export interface Page extends Answer {
  readonly address: string;
}

/** A browser that keeps the cookies of the service, follows its redirects and sends its forms; it runs no script. */
export class Visitor {
  readonly cookies: Record<string, string> = {};
  readonly world: World;

  constructor(world: World) {
    this.world = world;
  }

  /** Opens an address of ours, and goes where it leads; one outside of the portal is where the visit ends. */
  async open(address: string, headers: Record<string, string> = {}): Promise<Page> {
    const url = new URL(address, 'https://billing.example');
    if (!url.pathname.startsWith('/portal/')) return { address, status: 0, headers: {}, text: '', body: {} };
    const answer = await this.world.call('portal/show', {
      path: { page: url.pathname.split('/')[2] ?? '' },
      query: Object.fromEntries(url.searchParams),
      cookies: this.cookies,
      headers,
    });
    return this.#arrive(address, answer);
  }

  /** Opens a link of the portal and presses its button, where it has one: who comes too late sees why. */
  async enter(link: string): Promise<Page> {
    const page = await this.open(link);
    return page.text.includes('action="/portal/enter"') ? this.press(page, 'enter') : page;
  }

  /** Sends a form as a browser would. */
  async send(act: string, fields: Record<string, string>): Promise<Page> {
    const answer = await this.world.call('portal/act', {
      path: { page: act },
      raw: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      cookies: this.cookies,
    });
    return this.#arrive(`/portal/${act}`, answer);
  }

  /** Presses the button of the page's form for this act, with other values for some of its fields. */
  press(page: Page, act: string, fields: Record<string, string> = {}): Promise<Page> {
    return this.send(act, { ...formOf(page, act), ...fields });
  }

  async #arrive(address: string, answer: Answer): Promise<Page> {
    for (const cookie of answer.cookies ?? []) {
      const [pair = ''] = cookie.split(';');
      const at = pair.indexOf('=');
      this.cookies[pair.slice(0, at)] = pair.slice(at + 1);
    }
    const { location } = answer.headers;
    return location === undefined ? { ...answer, address } : this.open(location);
  }
}

/** The fields of the page's form for this act. Throws where there is none. */
export function formOf({ text }: Pick<Page, 'text'>, act: string): Record<string, string> {
  const form = [...text.matchAll(/<form[^>]*action="([^"]*)"[^>]*>([\s\S]*?)<\/form>/g)].find(
    ([, action]) => action === `/portal/${act}`,
  );
  if (!form) throw new Error(`there is no form for ${act}`);
  const inputs = [...(form[2] ?? '').matchAll(/<input[^>]*>/g)].map(([input]) => [
    /name="([^"]*)"/.exec(input)?.[1] ?? '',
    unescaped(/value="([^"]*)"/.exec(input)?.[1] ?? ''),
  ]);
  return Object.fromEntries(inputs.filter(([name]) => name !== '')) as Record<string, string>;
}

/** The text of a page without its style and its tags. */
export const wordsIn = ({ text }: Pick<Page, 'text'>): string =>
  unescaped(text.replace(/<style[\s\S]*?<\/style>/, '').replaceAll(/<[^>]*>/g, ' ')).replaceAll(
    /[\s\u00a0]+/g,
    ' ',
  );

/** A link to the portal, as the shop gets it. */
export async function portalLink(
  shop: TestTenant,
  svcId: string,
  more: Record<string, unknown> = {},
): Promise<string> {
  const body = { 'svc-id': svcId, returnUrl: 'https://shop.example/account', language: 'en', ...more };
  const { status, body: answer } = await shop.call('portal/create-session', { body });
  if (status !== 200) throw new Error(JSON.stringify(answer));
  return (answer.data as { url: string }).url;
}

/** A customer who has come by a link from the shop. */
export async function visitor(
  world: World,
  shop: TestTenant,
  svcId: string,
  more: Record<string, unknown> = {},
): Promise<{ readonly visitor: Visitor; readonly page: Page }> {
  const one = new Visitor(world);
  return { visitor: one, page: await one.enter(await portalLink(shop, svcId, more)) };
}
