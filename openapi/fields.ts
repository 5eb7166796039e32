import * as z from 'zod';
import { EMAIL, RECORDED_EMAIL } from '../lib/wire/contact.ts';
import { messageTestBody } from '../lib/wire/messages.ts';

z.globalRegistry.add(messageTestBody.shape.to, { description: 'Whose mailbox.' });

/** The pattern of a text that is trimmed before it is matched. */
export const trimmed = ({ source }: RegExp): string => source.replace(/^\^(.*)\$$/, '^\\s*$1\\s*$');

/** What fields of requests are for, by their names: the schemas that parse them say only what is allowed. */
export const FIELDS: Readonly<
  Record<
    string,
    {
      readonly description: string;
      readonly pattern?: string;
      readonly type?: 'string';
      readonly format?: 'uri';
    }
  >
> = {
  pricingPlanReferenceCode: {
    description: "The provider's reference of the plan. One of this and `svc-plan-id`.",
  },
  'svc-plan-id': {
    description: 'Our id of the plan, as `pln_…` or as a UUID.',
  },
  callbackUrl: {
    description:
      'Where the customer is finally sent, with our parameters added to its query: `https:`, at a host that the account has named, if it has named any, or at the service itself; on a developer’s machine also `http:` to that machine.',
    format: 'uri',
  },
  gsmNumber: {
    description:
      'Phone number, E.164 preferred (`+905350000000`). Turkish national forms are understood, also with spaces, dashes, brackets.',
    pattern: '^[0-9+ ()-]{7,32}$',
  },
  identityNumber: {
    description: 'National id number, 11 digits. It is passed on to the payment provider and not stored.',
  },
  email: { description: 'Compared trimmed, in small letters.', pattern: trimmed(EMAIL) },
  subscriptionInitialStatus: { description: 'How the subscription begins; ACTIVE by default.' },
  billingAddress: {
    description: 'Stands on its invoices. Without one the shipping address does.',
  },
  district: { description: 'The part of the city; documents in Türkiye name it.' },
  ifActive: {
    description:
      'What happens where the customer has a live subscription of a plan of the same product: `allow` (default) sells another, `refuse` answers 409 `already_subscribed` with its `svcId`, and `purchase_in_progress` where a payment for one is under way or its outcome is not known yet.',
  },
  company: {
    description: 'Whom invoices are made out to instead of the person.',
  },
  title: { description: 'The full name under which the company is registered.' },
  taxNumber: {
    description:
      'The tax number of a company (VKN, ten digits), or the identity number of a sole trader or courier (TCKN, eleven), with right check digits; spaces and dashes may stand in it.',
    pattern: '^[0-9 -]{10,32}$',
  },
  eInvoiceAddress: {
    description:
      'Of a registered taxpayer with several inboxes the one for invoices, such as `urn:mail:defaultpk@firma.example`. Without it a document for one whose right inbox does not show is an error that names them.',
  },
  document: {
    description:
      'What was made out instead: number, day and amount with VAT; null for nothing. The number of the document itself where it was not cancelled, because an expense note or a return invoice was made.',
  },
  taxOffice: { description: 'The tax office that the company belongs to.' },
  shippingAddress: { description: 'Where goods go, of the same structure.' },
  paymentCard: { description: 'Held in the memory of one invocation; never stored, logged or hashed.' },
  cardNumber: { description: 'With or without spaces between the groups.', pattern: '^[0-9][0-9 -]{10,30}$' },
  expireMonth: { description: 'Two digits.' },
  expireYear: { description: 'Four digits.' },
  cvc: { description: 'The security code of the card.' },
  cardHolderName: { description: 'The name on the card.' },
  previewId: {
    description:
      'What `POST /subscribers/preview-change` answered, and itself takes no notice of: `PUT /subscribers` is 409 `preview_outdated` where the outcome would differ.',
  },
  externalId: {
    description:
      'Your own id of the person, one word of at most 128 characters (NFC). Another customer’s is 409 `external_id_taken`; at a checkout it counts with its success.',
  },
  comment: { description: 'In their own words.' },
  'external-id': { description: 'Your own id of the person.' },
  feature: { description: 'The key of one feature: `features` then has this one alone.' },
  returnUrl: {
    description:
      'Where the customer comes from and goes back to: `https:`, under the same rule as `callbackUrl`.',
    format: 'uri',
  },
  search: {
    description:
      'How an e-mail address, any part of a name or a phone number begins, without regard to case and Turkish letters; or a whole reference, id or number of an invoice.',
  },
  flow: { description: 'The part of the portal that the link leads to; `overview` by default.' },
  language: { description: 'By default that of the reader.' },
  retryDays: {
    description: 'Up to six rising days from 1 to 60 after the failure; `[]` for no retries.',
  },
  then: { description: 'What follows the last retry: `keep` (default) or `cancel`.' },
  displayName: { description: 'The name that your customers know you by.' },
  logo: {
    description: 'A PNG, JPEG or WebP in base64: at most 64 KB, and 1,024 pixels in either direction.',
  },
  accentColor: {
    description: 'Your colour: links, the main button and focus, moved in lightness until it reads.',
  },
  supportEmail: { description: 'Where your customers get help.' },
  supportUrl: {
    description: 'A page with your help, `https:`, at one of your named hosts if you have named any.',
    format: 'uri',
  },
  termsUrl: { description: 'Your terms, `https:`.', format: 'uri' },
  privacyUrl: { description: 'Your privacy notice, `https:`.', format: 'uri' },
  timeZone: {
    description:
      'The IANA zone of your days and times, in pages, files and filters; null: `Europe/Istanbul`.',
  },
  enabled: { description: 'Whether there is a portal at all; true by default.' },
  actions: { description: 'What your customers may do there; everything by default.' },
  plans: { description: '`same-product` (default), or the references of the plans to choose from.' },
  clientReferenceId: {
    description: 'Your own id of this request. Again it gets the first outcome; with another body 422.',
  },
  subscriptionReferenceCode: {
    description: "The provider's reference of the subscription; together with `customerReferenceCode`.",
  },
  customerReferenceCode: {
    description: "The provider's reference of the customer; together with `subscriptionReferenceCode`.",
  },
  'svc-id': { description: 'Our id of the subscriber, as `sub_…` or as a UUID.' },
  'subscriber-id': { description: "The provider's reference of the subscription." },
  'pay-subscriber-code': { description: "The provider's reference of the subscription." },
  'pay-subscriber-reference-code': {
    description: "The provider's reference: a change is made there too.",
  },
  'pay-plan-reference-code': { description: "The provider's reference of the new plan." },
  'svc-subscriber-id': {
    description:
      'Our id of the subscriber. Only our records change; the payment provider continues as before.',
  },
  resetRecurrenceCount: { description: 'For the payment provider only; true by default.' },
  useTrial: { description: "Whether the new plan's trial is used. For the payment provider only." },
  upgradePeriod: { description: 'When the change takes effect; NOW by default.' },
  page: { description: 'From 1.' },
  pageSize: { description: 'Plans a page.' },
  productReference: { description: 'Only plans of this product.' },
  limit: { description: 'Items a page.' },
  starting_after: { description: 'A cursor: the page that follows this item.' },
  ending_before: { description: 'A cursor: the page directly before this item.' },
  apiKey: { description: 'The key that is meant; for `PUT /account/payment` that of the payment provider.' },
  secretKey: { description: 'The secret to the API key at the payment provider; never shown again.' },
  merchantId: { description: 'The merchant number there, with which notifications are signed.' },
  baseUrl: {
    description: 'Only for a service on your own machine: the address of the sandbox beside it.',
    format: 'uri',
  },
  companyId: { description: 'The company at the invoicing provider.' },
  clientId: { description: 'The client id of its OAuth application.' },
  clientSecret: { description: 'The secret to it; never shown again.' },
  username: { description: 'Who signs in at the invoicing provider.' },
  password: { description: 'Their password; never shown again.' },
  refreshToken: { description: 'Instead of user name and password, or beside them; never shown again.' },
  productId: { description: 'The product there that invoice lines name.' },
  goodsProductId: {
    description: 'The product for lines of physical plans; `productId` where there is none.',
  },
  vatRate: {
    description:
      'VAT in whole percent. Of a plan: 0, 1, 10 or 20, null for that of the invoicing account, which is 20 by default.',
  },
  vatExemption: {
    description: 'Why no VAT is charged: `code`, `reason`. Needed where documents bear no VAT.',
  },
  rounding: { description: 'How the provider rounds an invoice; `whole` by default.' },
  moneyAccounts: {
    description: 'The cash or bank account for payments in each currency. Without one they are not recorded.',
  },
  defaultAddress: { description: 'The address on documents of purchases that have none.' },
  trialCompany: {
    description:
      'Confirms that the company at the invoicing provider is a trial one, as a test tenant must before it issues there: its documents would be real. Given anew with another `companyId`.',
  },
  carrier: { description: 'Who brings the goods; without one no document of goods can be made.' },
  siteUrl: {
    description: 'The address of your shop, which documents of internet sales name.',
    format: 'uri',
  },
  paymentPlatform: {
    description: 'Who collected the money, as documents say; the payment provider by default.',
  },
  gracePeriodDays: { description: 'Days of access after a failed payment; null for none.' },
  lookup_key: { description: 'A name of your own that stays when the plan is replaced.' },
  unit: { description: 'What a bundle holds.' },
  planType: { description: 'Of all plans of the product.' },
  shippingPrice: { description: 'The part of the price that is shipping; physical plans only.' },
  active: { description: 'Whether it can be subscribed to.' },
  id: { description: 'The task.' },
  'invoice-id': { description: 'An invoice, by its id or svcId.' },
  amount: { description: 'How much is given back; all that is left by default.' },
  reason: { description: 'Why. Of a refund BUYER_REQUEST by default.' },
  note: { description: 'For people.' },
  label: { description: 'A name for people.' },
  rights: {
    description: 'What it may: nothing that your own key may not, which is the default. `all` is their sum.',
  },
  scope: { description: 'Short for `rights`.' },
  overlapHours: { description: 'How long the old one continues to work.' },
  url: { description: 'An `https:` address that the internet can reach.', format: 'uri' },
  notificationType: { description: 'The type of the example event; SUBSCRIBED by default.' },
  token: { description: 'The token that the payment provider gave with the form.' },
  'event-id': { description: 'The id of an event.' },
  'replay-id': { description: 'The id of a replay.' },
  eventId: { description: 'The one event to be sent again.' },
  type: { description: 'Only events of this type.' },
  state: { description: 'Only entries in this state.' },
  states: { description: 'Only events in these states.' },
  status: { description: 'Only subscribers of this status.' },
  plan: { description: 'Only subscribers of this plan, by its reference or our id.' },
  kind: { description: 'Only this kind.' },
  replyTo: { description: 'Where answers go.' },
  senderName: { description: 'What is shown as the sender; null: the name of your brand.' },
  kinds: { description: 'Every kind by its name; absent ones stay.' },
  from: {
    description:
      'From this moment on, ISO 8601 with its zone; inclusive. A date is a day of your `timeZone`, and means its first instant.',
    type: 'string',
  },
  to: {
    description:
      'Up to this moment, ISO 8601 with its zone; inclusive. A date is a day of your `timeZone`, and includes it to its last instant.',
    type: 'string',
  },
  after: { description: 'An event id: only events after it; from the oldest stored by default.' },
};

/** Patterns of query members that accept more than the body members of the same name. */
export const QUERY_PATTERNS: Readonly<Record<string, string>> = {
  email: trimmed(RECORDED_EMAIL),
};
