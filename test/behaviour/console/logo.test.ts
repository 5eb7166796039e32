import { describe, expect, it } from 'vitest';
import { openShop } from '../../support/world/opened.ts';
import { pngOf } from '../../support/world/logo.ts';
import { openDesk } from './desk.ts';

const { world, shop } = await openShop();

/** Sends a file as a browser does. */
async function upload(csrf: string, cookies: Record<string, string>, bytes: Buffer) {
  const form = new FormData();
  form.set('csrf', csrf);
  form.set('logo', new Blob([new Uint8Array(bytes)]), 'logo.png');
  const request = new Request('http://service.test', { method: 'POST', body: form });
  return world.call('console/enter', {
    path: { step: 'set-logo' },
    headers: { 'content-type': request.headers.get('content-type')!, 'accept-language': 'en' },
    raw: Buffer.from(await request.arrayBuffer()).toString('latin1'),
    cookies,
  });
}

describe('the logo in the console', () => {
  it('is uploaded as a file, seen in the preview as customers see it and in the corner of every screen, and taken away', async () => {
    const owner = await openDesk(world, shop, 'owner');
    const png = pngOf(64, 64);
    const done = await upload(owner.csrf, owner.cookies, png);
    expect(done.headers.location).toContain('/console/brand?done=saved.');
    const shown = await owner.get('brand');
    const [, name] = /<img class="logo" src="\/brand\/([^"]+)"/.exec(shown.text)!;
    expect(shown.headers['content-security-policy']).toContain(`img-src 'self' data:`);
    const { status } = await world.call('brand/logo', { path: { logo: name! } });
    expect(status).toBe(200);
    await owner.act('set-brand', { displayName: 'Kumru <Kahve>' });
    for (const screen of ['overview', 'person', 'nowhere']) {
      const { text, headers } = await owner.get(screen);
      const corner = `<img class="logo" src="/brand/${name!}" alt="" width="40" height="40"><span>Kumru &lt;Kahve&gt;</span>`;
      expect(text.split(corner)).toHaveLength(3);
      expect(text).toContain('· Kumru &lt;Kahve&gt;</title>');
      expect(headers['content-security-policy']).toContain(`img-src 'self' data:`);
    }
    expect((await owner.enter('remove-logo')).headers.location).toContain('/console/brand?done=removed.');
    expect((await owner.get('brand')).text).not.toContain('<img');
  });

  it('that is no image, or too large, is refused in words, and nothing of it is kept', async () => {
    const owner = await openDesk(world, shop, 'owner');
    for (const [bytes, said] of [
      [Buffer.from('GIF89a'), 'Must be a PNG, a JPEG or a WebP'],
      [pngOf(2_000, 10), 'at most 1024 pixels'],
    ] as const) {
      const { headers } = await upload(owner.csrf, owner.cookies, bytes);
      const { searchParams } = new URL(headers.location!, 'https://x');
      const again = await owner.get('brand', { refused: searchParams.get('refused')! });
      expect(again.text).toContain(said);
    }
  });

  it('is set by owners alone, from a page of theirs', async () => {
    const [support, owner] = [await openDesk(world, shop, 'support'), await openDesk(world, shop, 'owner')];
    expect((await upload(support.csrf, support.cookies, pngOf(8, 8))).status).toBe(403);
    const foreign = await upload(support.csrf, owner.cookies, pngOf(8, 8));
    expect(foreign.headers.location).toContain('refused=');
  });
});
