import { html, type Content, type Html } from './html.ts';

/** A heading and what it means for the reader. */
export interface Message {
  readonly title: string;
  readonly text: string;
}

/** The shape above a message: done, refused, under way, or merely to be known. */
export type Sign = 'good' | 'bad' | 'open' | 'info' | 'spinner';

/** A sign, a heading and a sentence, what else is to be said, and the links or forms that lead on. */
export const message = (sign: Sign, { title, text }: Message, further: Content, more?: Content): Html =>
  html`<div class="lead full band message stack"><span class="sign ${sign}" aria-hidden="true"></span><h1 id="title">${title}</h1>
<p class="prose">${text}</p>
${more}
<div class="row">${further}</div></div>`;
