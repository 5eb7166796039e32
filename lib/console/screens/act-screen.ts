import { html, type Content } from '../../pages/html.ts';
import type { Screen, Visit } from '../visit.ts';
import { form, type Form, type FormOptions } from './forms.ts';
import { head, whatThisDoes, type Effects, backSaid } from './parts.ts';

/** The screen on which one thing is done, declared once: what the act does is said before it is done. */
export interface ActScreen<Subject> extends Pick<Screen, 'place' | 'needs' | 'from' | 'fields'> {
  readonly act: string;
  /** What it is about. */
  readonly find: (visit: Visit) => Promise<Subject>;
  readonly title: (subject: Subject) => string;
  /** Where somebody goes who does not do it, and what that place is called. */
  readonly back: (subject: Subject) => readonly [href: string, label: string];
  /** What is said of the subject first. */
  readonly intro?: (subject: Subject, visit: Visit) => Content;
  /** What the act does in each of the four places. */
  readonly does: (subject: Subject, visit: Visit) => Effects;
  /** What its form is about, and what its fields begin with. */
  readonly form: (subject: Subject, visit: Visit) => Pick<FormOptions, 'about' | 'saved' | 'usual'>;
  /** What is chosen before it is said what that does. */
  readonly asks?: (of: Form) => Content;
  /** What stands beside the button, and changes nothing of what is done. */
  readonly besides?: (of: Form, subject: Subject, visit: Visit) => Content;
  /** The button says what is done, never "OK". */
  readonly button: (subject: Subject) => string;
  /** Whether it ends or gives back something for good. */
  readonly isFinal?: true;
  /** Why it cannot be done now, in place of its form. */
  readonly notNow?: (subject: Subject, visit: Visit) => Promise<string | undefined>;
  readonly below?: () => Content;
}

/** Makes the screen of an act. */
export function actScreen<Subject>(declared: ActScreen<Subject>): Screen {
  const { place, needs, from, fields, act, find, title, back, intro, does, button, isFinal } = declared;
  return {
    ...{ place, ...(needs && { needs }), ...(from && { from }), ...(fields && { fields }) },
    show: async (visit) => {
      const subject = await find(visit);
      const why = await declared.notNow?.(subject, visit);
      const name = title(subject);
      const [href, label] = back(subject);
      const leave = html`<a class="button" href="${href}">${backSaid()}</a>`;
      const own = () =>
        form(
          visit,
          act,
          { ...declared.form(subject, visit), kind: 'stack roomy' },
          (of) => html`${declared.asks?.(of)}
${whatThisDoes(does(subject, visit))}
${declared.besides?.(of, subject, visit)}
<div class="answer"><button class="${isFinal ? 'danger' : 'primary'}">${button(subject)}</button>${leave}</div>`,
        );
      return {
        title: name,
        content: html`${head(name, [href, label])}
${intro?.(subject, visit)}
${why === undefined ? own() : html`<p class="notice warm">${why}</p>\n<div>${leave}</div>`}
${declared.below?.()}`,
      };
    },
  };
}
