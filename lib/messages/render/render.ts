import type { Language } from '../../pages/language.ts';
import type { Shop } from '../../pages/shop.ts';
import type { MessageFacts } from './facts.ts';

/** A message as it is sent. The subject is one line. */
export interface RenderedMessage {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** The addresses in a message, all of them the shop's or ours. */
export interface MessageLinks {
  /** Our own address, where the logo is. */
  readonly publicUrl: string;
  /** Where its button leads; null where there is none, such as for a portal that is switched off. */
  readonly button: string | null;
}

/** Renders a message from the record of this moment, in the shop's brand. */
export function renderMessage(
  facts: MessageFacts,
  shop: Shop,
  language: Language,
  links: MessageLinks,
): RenderedMessage {
  const said = `${shop.name}: ${facts.kind}`;
  return { subject: said, html: `<p lang="${language}">${links.publicUrl}</p>`, text: said };
}
