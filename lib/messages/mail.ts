/** One e-mail, as it is handed over. */
export interface Mail {
  /** What is shown as its sender; the address is the stage's own. */
  readonly fromName: string;
  readonly from: string;
  readonly replyTo: string | null;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly tags: MailTags;
}

/** By which the events of its delivery name it. */
export interface MailTags {
  readonly tenant: string;
  readonly message: string;
  /** The hash of its address, which is suppressed by it whatever has become of the message since. */
  readonly address: string;
}

/**
 * What became of handing an e-mail over: `refused` for good, `later` where it was certainly not taken and may be tried again, and
 * `unknown` where it may have been taken.
 */
export type Handed =
  | { readonly is: 'accepted'; readonly id: string }
  | { readonly is: 'refused' | 'later' | 'unknown'; readonly code: string };

/** Hands e-mails over to be delivered. Never throws. */
export interface Mailer {
  send(mail: Mail): Promise<Handed>;
}
