import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { setBrand } from '../../lib/verbs/set-brand.ts';
import { byKey } from '../../lib/verbs/verb.ts';
import { brandAnswer, brandBody, brandInput, brandAnswerShape } from '../../lib/wire/brand.ts';
import { setting, part } from '../../lib/route.ts';

/** PUT /account/brand: changes how the tenant's pages look to its customers. */
export const declared = endpoint({
  name: 'account/set-brand',
  at: 'PUT /account/brand',
  uses: part(setting, { documents: 'writeLogos', publicUrl: true, bodyBytesMax: 96 * 1024 }),
  verb: setBrand,
  tag: 'Pages',
  summary: 'Change the brand',
  description:
    'What is absent stays as it is; null takes it away. Pages show it within a minute. A logo is checked by its own bytes.',
  asks: { body: brandBody, bodyMayBeAbsent: true },
  answers: brandAnswerShape,
  example: {
    body: {
      displayName: 'Kumru Coffee',
      logo: null,
      accentColor: '#c2562d',
      supportEmail: 'help@kumru.example',
      supportUrl: null,
      termsUrl: 'https://kumru.example/terms',
      privacyUrl: 'https://kumru.example/privacy',
      timeZone: 'Europe/Istanbul',
    },
  },
  input: ({ body, mayLeadTo }) => brandInput(body, mayLeadTo),
  run: async ({ input, ...call }) =>
    brandAnswer(await byKey(setBrand, call, input), call.app.settings.publicUrl),
});

export const { create } = declared;

export const handler = create(live);
