import type { Rate } from './rate.ts';

/** A request as SES v2 takes it, as far as messages need it. */
export interface SesRequest {
  readonly from: string;
  readonly to: readonly string[];
  readonly replyTo: readonly string[];
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly tags: Readonly<Record<string, string>>;
  readonly configurationSet: string | undefined;
}

/** What SES answers where it takes nothing. */
export class SesRefusal extends Error {
  readonly status: number;
  readonly type: string;

  constructor(status: number, type: string, message: string) {
    super(message);
    this.status = status;
    this.type = type;
  }
}

/** What SES knows of the account. */
export interface SesAccount {
  readonly domains: readonly string[];
  readonly configurationSets: readonly string[];
  readonly perSecond: number;
}

const BYTES_MAX = 10 * 1024 * 1024;
const RECIPIENTS_MAX = 50;
const TAGS_MAX = 50;
const TAG = /^[A-Za-z0-9_-]{1,256}$/;
/** Seven bits on both sides of the @: SES takes no others. */
const ADDRESS =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/i;
const NAMED = /^(.*)<([^<>]+)>$/;

const bad = (message: string) => new SesRefusal(400, 'BadRequestException', message);

/** Reads and checks a request to send, as strictly as SES does. Throws SesRefusal. */
export function sesRequestFrom(body: Buffer, account: SesAccount, rate: Rate, now: number): SesRequest {
  if (body.length > BYTES_MAX) throw bad('Message length is more than 10485760 bytes long.');
  const request = parsed(body);
  const from = textIn(request, 'FromEmailAddress');
  const { domain } = addressOf(from);
  if (!account.domains.includes(domain))
    throw new SesRefusal(
      400,
      'MessageRejected',
      `Email address is not verified. The following identities failed the check: ${domain}`,
    );
  const configurationSet = request.ConfigurationSetName;
  if (typeof configurationSet === 'string' && !account.configurationSets.includes(configurationSet))
    throw new SesRefusal(404, 'NotFoundException', `Configuration set <${configurationSet}> does not exist.`);
  const to = textsIn(objectIn(request.Destination, 'Destination').ToAddresses, 'ToAddresses');
  if (to.length === 0 || to.length > RECIPIENTS_MAX) throw bad('Recipient count is not 1 to 50.');
  const replyTo = textsIn(request.ReplyToAddresses ?? [], 'ReplyToAddresses');
  for (const address of [...to, ...replyTo]) addressOf(address);
  const simple = objectIn(objectIn(request.Content, 'Content').Simple, 'Content.Simple');
  const parts = objectIn(simple.Body, 'Body');
  const subject = contentOf(simple.Subject, 'Subject');
  if (/[\r\n]/.test(subject)) throw bad('The subject contains a line break.');
  if (rate.isOver(account.perSecond, now))
    throw new SesRefusal(429, 'TooManyRequestsException', 'Maximum sending rate exceeded.');
  return {
    from,
    to,
    replyTo,
    subject,
    html: contentOf(parts.Html, 'Html'),
    text: contentOf(parts.Text, 'Text'),
    headers: pairsIn(simple.Headers ?? [], 'Headers').map(checkedHeader),
    tags: Object.fromEntries(checkedTags(pairsIn(request.EmailTags ?? [], 'EmailTags'))),
    configurationSet: typeof configurationSet === 'string' ? configurationSet : undefined,
  };
}

/** The address in a text such as `Name <address>`. Throws SesRefusal. */
function addressOf(given: string): { readonly address: string; readonly domain: string } {
  if (/[^\x20-\x7e]/.test(given)) throw bad('Address contains non-ASCII or control characters.');
  const address = (NAMED.exec(given)?.[2] ?? given).trim();
  const local = address.slice(0, address.lastIndexOf('@'));
  if (!ADDRESS.test(address) || local.length > 64 || address.length > 320)
    throw bad('Invalid email address.');
  return { address, domain: address.slice(address.lastIndexOf('@') + 1).toLowerCase() };
}

function checkedHeader([name, value]: readonly [string, string]): readonly [string, string] {
  if (!/^[!-9;-~]{1,126}$/.test(name) || !/^[\x20-\x7e]{1,870}$/.test(value))
    throw bad(`Invalid header ${name}.`);
  return [name, value];
}

function checkedTags(tags: readonly (readonly [string, string])[]) {
  const wrong = tags.find(([name, value]) => !TAG.test(name) || !TAG.test(value));
  if (wrong || tags.length > TAGS_MAX) throw bad(`Invalid tag ${wrong?.[0] ?? 'count'}.`);
  return tags;
}

function parsed(body: Buffer): Record<string, unknown> {
  try {
    return objectIn(JSON.parse(body.toString()), 'body');
  } catch (error) {
    throw error instanceof SesRefusal ? error : new SesRefusal(400, 'SerializationException', 'not JSON');
  }
}

function objectIn(value: unknown, name: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw bad(`${name} is missing or no object.`);
}

function textIn(of: Record<string, unknown>, name: string): string {
  const value = of[name];
  if (typeof value !== 'string' || value === '') throw bad(`${name} is missing.`);
  return value;
}

function textsIn(value: unknown, name: string): string[] {
  if (!Array.isArray(value) || !value.every((one) => typeof one === 'string'))
    throw bad(`${name} is no list of texts.`);
  return value;
}

function contentOf(value: unknown, name: string): string {
  const part = objectIn(value, name);
  if (part.Charset !== 'UTF-8') throw bad(`${name} has an unknown charset.`);
  return textIn(part, 'Data');
}

function pairsIn(value: unknown, name: string): (readonly [string, string])[] {
  if (!Array.isArray(value)) throw bad(`${name} is no list.`);
  return value.map((one: unknown) => {
    const pair = objectIn(one, name);
    return [textIn(pair, 'Name'), textIn(pair, 'Value')] as const;
  });
}
