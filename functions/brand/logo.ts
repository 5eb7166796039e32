import { IMAGE_TYPES, type ImageKind } from '../../lib/account/image.ts';
import { openEndpoint } from '../../lib/http/endpoint.ts';
import { lastingImage } from '../../lib/http/reply.ts';
import { Refusal } from '../../lib/refusal.ts';
import { live } from '../../lib/runtime/live.ts';
import { open, part } from '../../lib/route.ts';

/** The names that logos are stored under. */
const NAME = /^[A-Za-z0-9_-]{20,64}\.(png|jpg|webp)$/;

/** GET /brand/{logo}: a tenant's logo, under an address that is another one after each change. */
export const declared = openEndpoint({
  name: 'brand/logo',
  at: 'GET /brand/{logo}',
  uses: part(open, { documents: 'readLogos' }),
  tag: 'Pages',
  summary: 'A logo',
  description: 'A PNG, a JPEG or a WebP that browsers may keep for a year.',
  answers: 'image',
  refusals: ['not_found'],
  input: ({ path }) => NAME.exec(path.logo ?? ''),
  run: async ({ app, input }) => {
    const [name, kind] = input ?? [];
    const image = name === undefined ? undefined : await app.documents.readLogo(name);
    if (!image) throw new Refusal('not_found');
    return lastingImage(IMAGE_TYPES[kind as ImageKind], image);
  },
});

export const { create } = declared;

export const handler = create(live);
