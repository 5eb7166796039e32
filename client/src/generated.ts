/*
 * Made from the description of the API by `npm run openapi`. Not to be changed by hand.
 */

/** The answer of GET /access. */
export interface AccessAnswer {
  readonly status: 'success';
  readonly data: {
    /** Whether the person may use what was subscribed to, now. */
    readonly access: boolean;
    readonly until: Time | null;
    /** The first four are in. `waiting`: bought, not paid yet; `none`: never bought. */
    readonly because:
      | 'paid'
      | 'trial'
      | 'cancelled_still_paid'
      | 'grace'
      | 'not_paid'
      | 'waiting'
      | 'ended'
      | 'none'
      | (string & Record<never, never>);
    readonly changesAt: Time | null;
    /** How long this may be cached. */
    readonly validUntil: Time;
    /** The plan that lets the person in; null without access. */
    readonly plan: {
      readonly svcId: PlanSvcId;
      /** Your stable key of the plan. */
      readonly lookup_key: string | null;
    } | null;
    /** The most generous of all subscriptions that let the person in. */
    readonly features: Readonly<Record<string, true | number | string>>;
    /** Every subscription of the person, the one that the answer goes by first. */
    readonly subscriptions: readonly {
      readonly svcId: SubscriptionSvcId;
      readonly access: boolean;
      readonly until: Time | null;
      /** The first four are in. `waiting`: bought, not paid yet; `none`: never bought. */
      readonly because:
        | 'paid'
        | 'trial'
        | 'cancelled_still_paid'
        | 'grace'
        | 'not_paid'
        | 'waiting'
        | 'ended'
        | 'none'
        | (string & Record<never, never>);
      readonly plan: {
        readonly svcId: PlanSvcId;
        /** Your stable key of the plan. */
        readonly lookup_key: string | null;
      };
    }[];
  };
}

/** The answer of GET /account. */
export interface AccountAnswer {
  readonly status: 'success';
  readonly data: {
    readonly tenantId: string;
    readonly name: string;
    /** Whether cards are charged (`live`) or only the sandbox is (`test`). */
    readonly mode: 'live' | 'test';
    /** When the account was made. */
    readonly createdAt: Time;
    readonly webhook: Webhook | null;
    /** Without the right `connections`: origin and last characters of addresses, and no notification address. */
    readonly chat: {
      readonly url: string;
    } | null;
    readonly payment: Payment;
    readonly invoicing: Invoicing;
    /** Requests a minute. */
    readonly limits: {
      readonly reads: number;
      readonly writes: number;
      readonly hostedCheckouts: number;
      readonly directCheckouts: number;
    };
  };
}

/** The body of POST /account/keys. */
export interface AccountCreateKeyRequest {
  /** A name for people. */
  readonly label?: string;
  /** What it may: nothing that your own key may not, which is the default. `all` is their sum. */
  readonly rights?: readonly ('subscribers' | 'money' | 'connections' | 'account' | 'read' | 'all')[];
  /** Short for `rights`. */
  readonly scope?: 'all' | 'read';
}

/** The body of DELETE /account/keys. */
export interface AccountRevokeKeyRequest {
  /** The key that is meant; for `PUT /account/payment` that of the payment provider. */
  readonly apiKey: string;
}

/** The body of POST /account/keys/rotate. */
export interface AccountRotateKeyRequest {
  /** The key that is meant; for `PUT /account/payment` that of the payment provider. */
  readonly apiKey: string;
  /** How long the old one continues to work. */
  readonly overlapHours?: number;
}

/** The body of POST /account/webhook/rotate. */
export interface AccountRotateWebhookSecretRequest {
  /** How long the old one continues to work. */
  readonly overlapHours?: number;
}

/** The body of PUT /account/brand. */
export interface AccountSetBrandRequest {
  /** The name that your customers know you by. */
  readonly displayName?: string | null;
  /** A PNG, JPEG or WebP in base64: at most 64 KB, and 1,024 pixels in either direction. */
  readonly logo?: string | null;
  /** Your colour: links, the main button and focus, moved in lightness until it reads. */
  readonly accentColor?: string | null;
  /** Where your customers get help. */
  readonly supportEmail?: string | null;
  /** A page with your help, `https:`, at one of your named hosts if you have named any. */
  readonly supportUrl?: string | null;
  /** Your terms, `https:`. */
  readonly termsUrl?: string | null;
  /** Your privacy notice, `https:`. */
  readonly privacyUrl?: string | null;
}

/** The body of PUT /account/chat. */
export type AccountSetChatRequest = AccountSetWebhookRequest;

/** The body of PUT /account/invoicing. */
export interface AccountSetInvoicingRequest {
  /** The company at the invoicing provider. */
  readonly companyId?: string | null;
  /** The client id of its OAuth application. */
  readonly clientId?: string | null;
  /** The secret to it; never shown again. */
  readonly clientSecret?: string | null;
  /** Who signs in at the invoicing provider. */
  readonly username?: string | null;
  /** Their password; never shown again. */
  readonly password?: string | null;
  /** Instead of user name and password, or beside them; never shown again. */
  readonly refreshToken?: string | null;
  /** The product there that invoice lines name. */
  readonly productId?: string | null;
  /** The product for lines of physical plans; `productId` where there is none. */
  readonly goodsProductId?: string | null;
  /** VAT in whole percent. Of a plan: 0, 1, 10 or 20, null for that of the invoicing account, which is 20 by default. */
  readonly vatRate?: number | null;
  /** Why no VAT is charged: `code`, `reason`. Needed where documents bear no VAT. */
  readonly vatExemption?: {
    readonly code: string;
    readonly reason?: string;
  } | null;
  /** How the provider rounds an invoice; `whole` by default. */
  readonly rounding?: 'whole' | 'line' | null;
  /** The cash or bank account for payments in each currency. Without one they are not recorded. */
  readonly moneyAccounts?: {
    readonly TRY?: string;
    readonly USD?: string;
    readonly EUR?: string;
  } | null;
  /** The address on documents of purchases that have none. */
  readonly defaultAddress?: {
    readonly country: string;
    readonly city: string;
    readonly district?: string;
    readonly address: string;
    readonly zipCode?: string;
  } | null;
  /** Who brings the goods; without one no document of goods can be made. */
  readonly carrier?: {
    readonly title: string;
    /** The tax number of a company (VKN, ten digits), or the identity number of a sole trader or courier (TCKN, eleven), with right check digits; spaces and dashes are taken out. */
    readonly taxNumber: string;
  } | null;
  /** Confirms that the company at the invoicing provider is a trial one, as a test tenant must before it issues there: its documents would be real. Given anew with another `companyId`. */
  readonly trialCompany?: boolean | null;
  /** The address of your shop, which documents of internet sales name. */
  readonly siteUrl?: string | null;
  /** Who collected the money, as documents say; the payment provider by default. */
  readonly paymentPlatform?: string | null;
  /** Only for a service on your own machine: the address of the sandbox beside it. */
  readonly baseUrl?: string | null;
}

/** The body of PUT /account/payment. */
export interface AccountSetPaymentRequest {
  /** The key that is meant; for `PUT /account/payment` that of the payment provider. */
  readonly apiKey: string;
  /** The secret to the API key at the payment provider; never shown again. */
  readonly secretKey: string;
  /** The merchant number there, with which notifications are signed. */
  readonly merchantId: string;
  /** Only for a service on your own machine: the address of the sandbox beside it. */
  readonly baseUrl?: string;
}

/** The body of PUT /account/plans. */
export interface AccountSetPlanRequest {
  /** The provider's reference of the plan. One of this and `svc-plan-id`. */
  readonly pricingPlanReferenceCode?: string;
  /** Our id of the plan, as `pln_…` or as a UUID. */
  readonly 'svc-plan-id'?: string;
  /** Days of access after a failed payment; null for none. */
  readonly gracePeriodDays?: number | null;
  /** VAT in whole percent. Of a plan: 0, 1, 10 or 20, null for that of the invoicing account, which is 20 by default. */
  readonly vatRate?: 0 | 1 | 10 | 20 | null;
  /** A name of your own that stays when the plan is replaced. */
  readonly lookup_key?: string | null;
  /** What a bundle holds. */
  readonly unit?: string | null;
  /** Of all plans of the product. */
  readonly planType?: 'PHYSICAL' | 'DIGITAL';
  /** The part of the price that is shipping; physical plans only. */
  readonly shippingPrice?: string | null;
  /** Whether it can be subscribed to. */
  readonly active?: boolean;
  readonly features?: Readonly<Record<string, true | number | string | null>>;
}

/** The body of PUT /account/portal. */
export interface AccountSetPortalRequest {
  /** Whether there is a portal at all; true by default. */
  readonly enabled?: boolean;
  /** What your customers may do there; everything by default. */
  readonly actions?: readonly ('card' | 'plan' | 'cancel' | 'invoices')[];
  /** `same-product` (default), or the references of the plans to choose from. */
  readonly plans?: string | readonly string[];
}

/** The body of PUT /account/recovery. */
export interface AccountSetRecoveryRequest {
  /** Up to six rising days from 1 to 60 after the failure; `[]` for no retries. */
  readonly retryDays: readonly number[];
  /** What follows the last retry: `keep` (default) or `cancel`. */
  readonly then?: 'cancel' | 'keep';
}

/** The body of PUT /account/webhook. */
export interface AccountSetWebhookRequest {
  /** An `https:` address that the internet can reach. */
  readonly url: string;
}

/** The body of POST /account/webhook/test. */
export interface AccountTestWebhookRequest {
  /** The type of the example event; SUBSCRIBED by default. */
  readonly notificationType?:
    | 'SUBSCRIBED'
    | 'DID_RENEW'
    | 'DID_FAIL_TO_RENEW'
    | 'DID_CHANGE_RENEWAL_STATUS'
    | 'DID_CHANGE_RENEWAL_PREF'
    | 'EXPIRED';
}

export interface Actor {
  readonly by: 'key' | 'person' | 'operator' | (string & Record<never, never>);
  /** The key, or which person. */
  readonly who: string | null;
}

export interface Address {
  readonly contactName: string;
  readonly country: string;
  readonly city: string;
  /** The part of the city; documents in Türkiye name it. */
  readonly district?: string;
  readonly address: string;
  readonly zipCode?: string;
}

/** The answer of PUT /account/chat. */
export interface AddressAnswer {
  readonly status: 'success';
  readonly data: {
    readonly url: string;
  };
}

export interface ApiKey {
  readonly apiKey: string;
  readonly label: string;
  /** Every right includes `read`. */
  readonly rights: readonly (
    'subscribers' | 'money' | 'connections' | 'account' | 'read' | (string & Record<never, never>)
  )[];
  /** The short form of `rights`, if they have one. */
  readonly scope: 'all' | 'read' | null;
  readonly state: 'ACTIVE' | 'EXPIRING' | 'REVOKED' | (string & Record<never, never>);
  /** When it was made. */
  readonly createdAt: Time;
  readonly expiresAt: Time | null;
  readonly lastUsedAt: Time | null;
  /** Who made it, by creating or rotating. */
  readonly createdBy: Actor | null;
  /** Who ended it, by rotating or revoking. */
  readonly endedBy: Actor | null;
  /** `svcs_…`, in the answer that made it and nowhere else; null where that is given again. */
  readonly apiSecret?: string | null;
}

/** The answer of GET /account/brand, PUT /account/brand. */
export interface BrandAnswer {
  readonly status: 'success';
  readonly data: {
    /** Null: the account's name. */
    readonly displayName: string | null;
    /** Its address is another one after each change. */
    readonly logo: {
      readonly url: string;
      readonly width: number;
      readonly height: number;
    } | null;
    /** As given; pages move its lightness until it can be read. */
    readonly accentColor: string | null;
    readonly supportEmail: string | null;
    readonly supportUrl: string | null;
    readonly termsUrl: string | null;
    readonly privacyUrl: string | null;
  };
}

/** The answer of DELETE /subscribers, POST /subscribers/undo-cancel. */
export interface CancellationAnswer {
  readonly status: 'success';
  /** Says so if the change is not made at the payment provider. */
  readonly message: string;
  readonly data: {
    /** UUID of the subscription. */
    readonly id: string;
    readonly svcId: SubscriptionSvcId;
    readonly payReference: PayReference;
    /** Remains ACTIVE until the end of the period. */
    readonly status: string;
    readonly cancelAtPeriodEnd: boolean;
    readonly cancelledAt: Time | null;
    readonly accessUntil: Time | null;
    /** Whether the change is made at the payment provider too. With `svc-id` only our records change. */
    readonly syncedWithPay: boolean;
  };
}

/** The answer of PUT /subscribers. */
export interface ChangePlanAnswer {
  readonly status: 'success';
  /** Says so if the change was not made at the payment provider. */
  readonly message: string;
  readonly data: {
    /** UUID of the subscription. */
    readonly id: string;
    readonly svcId: SubscriptionSvcId;
    readonly payReference: PayReference;
    readonly newPlanReference: string;
    /** When internal ids were used. */
    readonly newPlanSvcId?: PlanSvcId;
    /** Whether the payment provider made the change. */
    readonly syncedWithPay: boolean;
    /** What the change charged at once, or null. */
    readonly charge: {
      /** What was charged. A decimal string with two digits. */
      readonly amount: string;
      readonly currency: string;
      /** When. */
      readonly at: Time;
    } | null;
    readonly payResponse?: ProviderSubscription;
  };
}

/** The answer of GET /subscribers/check. */
export interface CheckAnswer {
  readonly status: 'success';
  /** Whether there is a customer with this e-mail. */
  readonly exists: boolean;
  /** ACTIVE, or PAYMENT_FAILED within grace. */
  readonly hasActiveSubscription: boolean;
  /** How many of the customer’s subscriptions have not ended: ACTIVE, PAYMENT_FAILED or PENDING. */
  readonly activeSubscriptions: number;
  readonly data: {
    readonly customer: {
      /** UUID of the customer. */
      readonly id: string;
      readonly svcId: CustomerSvcId;
      readonly email: string;
      readonly name: string;
      readonly surname: string;
    };
    /** Of several the one that has been live longest: active, then payment failed, then a trial that nobody has paid for, then pending; else the newest that ended. */
    readonly subscription: {
      /** UUID of the subscription. */
      readonly id: string;
      readonly svcId: SubscriptionSvcId;
      readonly payReference: PayReference;
      /** The payment provider's reference of the plan that is enjoyed now. */
      readonly planReference: string;
      /** PENDING, ACTIVE, PAYMENT_FAILED, CANCELLED or EXPIRED; further words may come. */
      readonly status: string;
      /** When it was made. */
      readonly createdAt: Time;
      readonly graceEndsAt: Time | null;
      readonly inGracePeriod: boolean;
    } | null;
  } | null;
}

/** The body of POST /checkout/initialize-direct. */
export interface CheckoutInitializeDirectRequest {
  /** The provider's reference of the plan. One of this and `svc-plan-id`. */
  readonly pricingPlanReferenceCode?: string;
  /** Our id of the plan, as `pln_…` or as a UUID. */
  readonly 'svc-plan-id'?: string;
  readonly name: string;
  readonly surname: string;
  /** Compared trimmed and in small letters. */
  readonly email: string;
  /** Phone number, E.164 preferred (`+905350000000`). Turkish national forms are understood, with spaces, dashes and brackets. */
  readonly gsmNumber: string;
  /** National id number, 11 digits. It is passed on to the payment provider and not stored. */
  readonly identityNumber: string;
  /** How the subscription begins; ACTIVE by default. */
  readonly subscriptionInitialStatus?: 'ACTIVE' | 'PENDING';
  /** Stands on the invoices of this subscription. Without one the shipping address does. */
  readonly billingAddress?: Address;
  /** Where goods go, of the same structure. */
  readonly shippingAddress?: Address;
  /** The company that invoices of this subscription are made out to, instead of the person. */
  readonly company?: Company;
  /** What happens where the customer has a live subscription of a plan of the same product: `allow` (default) sells another, `refuse` answers 409 `already_subscribed` with its `svcId`, and `purchase_in_progress` where a payment for one is under way or its outcome is not known yet. */
  readonly ifActive?: 'allow' | 'refuse';
  /** Your own id of the person, one word. Another customer’s is 409 `external_id_taken`; at a checkout it counts with its success. */
  readonly externalId?: string;
  /** Held in the memory of one invocation; never stored, logged or hashed. */
  readonly paymentCard: {
    /** The name on the card. */
    readonly cardHolderName: string;
    /** With or without spaces between the groups. */
    readonly cardNumber: string;
    /** Two digits. */
    readonly expireMonth: string;
    /** Four digits. */
    readonly expireYear: string;
    /** The security code of the card. */
    readonly cvc: string;
  };
  /** Your own id of this request. The same id again gets the first outcome; with another body it is 422. */
  readonly clientReferenceId?: string;
}

/** The body of POST /checkout/initialize. */
export interface CheckoutInitializeRequest {
  /** The provider's reference of the plan. One of this and `svc-plan-id`. */
  readonly pricingPlanReferenceCode?: string;
  /** Our id of the plan, as `pln_…` or as a UUID. */
  readonly 'svc-plan-id'?: string;
  readonly name: string;
  readonly surname: string;
  /** Compared trimmed and in small letters. */
  readonly email: string;
  /** Phone number, E.164 preferred (`+905350000000`). Turkish national forms are understood, with spaces, dashes and brackets. */
  readonly gsmNumber: string;
  /** National id number, 11 digits. It is passed on to the payment provider and not stored. */
  readonly identityNumber: string;
  /** How the subscription begins; ACTIVE by default. */
  readonly subscriptionInitialStatus?: 'ACTIVE' | 'PENDING';
  /** Stands on the invoices of this subscription. Without one the shipping address does. */
  readonly billingAddress?: Address;
  /** Where goods go, of the same structure. */
  readonly shippingAddress?: Address;
  /** The company that invoices of this subscription are made out to, instead of the person. */
  readonly company?: Company;
  /** What happens where the customer has a live subscription of a plan of the same product: `allow` (default) sells another, `refuse` answers 409 `already_subscribed` with its `svcId`, and `purchase_in_progress` where a payment for one is under way or its outcome is not known yet. */
  readonly ifActive?: 'allow' | 'refuse';
  /** Your own id of the person, one word. Another customer’s is 409 `external_id_taken`; at a checkout it counts with its success. */
  readonly externalId?: string;
  /** Where the customer is finally sent, with our parameters added to its query: `https:`, at most 2,048 characters, at one of the hosts that the account has named, if it has named any, or at the service itself. A service on a developer’s machine also takes `http:` to that machine. */
  readonly callbackUrl: string;
}

/** The body of POST /checkout/update-card. */
export interface CheckoutUpdateCardRequest {
  /** Where the customer is finally sent, with our parameters added to its query: `https:`, at most 2,048 characters, at one of the hosts that the account has named, if it has named any, or at the service itself. A service on a developer’s machine also takes `http:` to that machine. */
  readonly callbackUrl: string;
  /** The provider's reference of the subscription; together with `customerReferenceCode`. */
  readonly subscriptionReferenceCode?: string;
  /** The provider's reference of the customer; together with `subscriptionReferenceCode`. */
  readonly customerReferenceCode?: string;
  /** Our id of the subscriber, as `sub_…` or as a UUID. */
  readonly 'svc-id'?: string;
  /** Your own id of this request. The same id again gets the first outcome; with another body it is 422. */
  readonly clientReferenceId?: string;
}

export interface Company {
  /** The full name under which the company is registered. */
  readonly title: string;
  /** The tax number of a company (VKN, ten digits), or the identity number of a sole trader or courier (TCKN, eleven), with right check digits; spaces and dashes are taken out. */
  readonly taxNumber: string;
  /** The tax office that the company belongs to. */
  readonly taxOffice: string;
  /** Of a registered taxpayer with several inboxes the one for invoices, such as `urn:mail:defaultpk@firma.example`. Without it a document for one whose right inbox does not show is an error that names them. */
  readonly eInvoiceAddress?: string;
}

export interface Customer {
  /** UUID of the customer. */
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly surname: string;
  /** E.164. */
  readonly gsmNumber: string | null;
  /** Your own id of the person, where you gave one. */
  readonly externalId: string | null;
}

/** The answer of GET /subscribers/customer, PUT /subscribers/customer. */
export interface CustomerAnswer {
  readonly status: 'success';
  readonly message?: string;
  readonly data: {
    /** UUID of the customer. */
    readonly id: string;
    readonly svcId: CustomerSvcId;
    readonly subscriber: SubscriptionSvcId;
    readonly email: string;
    readonly name: string;
    readonly surname: string;
    readonly gsmNumber: string | null;
    readonly externalId: string | null;
    readonly billingAddress: {
      readonly contactName: string;
      readonly country: string;
      readonly city: string;
      readonly district?: string;
      readonly address: string;
      readonly zipCode?: string;
    } | null;
    readonly company: {
      readonly title: string;
      readonly taxNumber: string;
      readonly taxOffice: string;
      readonly eInvoiceAddress?: string;
    } | null;
  };
}

/** Internal identifier of a customer: `cus_` and the UUID without dashes. */
export type CustomerSvcId = string;

export interface Difference {
  /** Also the cursor. */
  readonly id: string;
  readonly kind: string;
  readonly subscriber: {
    readonly id: string | null;
    readonly svcId: SubscriptionSvcId | null;
    /** The payment provider's reference. */
    readonly subscriberId: string;
  };
  readonly ours: string;
  readonly theirs: string;
  /** Since when. */
  readonly since: Time;
  /** What a person can do. */
  readonly action: string;
  readonly closedAt: Time | null;
}

/** The answer of GET /reports/differences. */
export interface DifferencesAnswer {
  readonly status: 'success';
  readonly object: 'list';
  readonly url: '/reports/differences';
  readonly has_more: boolean;
  readonly limit: number;
  readonly starting_after: string | null;
  readonly ending_before: string | null;
  readonly data: readonly Difference[];
}

export interface DocumentTask {
  /** Also the cursor. */
  readonly id: string;
  /** `cancel_document`: cancel it at the invoicing provider. `cancel_and_reissue`: cancel it and issue one for what was kept (`facts.newDocument`), or settle the part by an expense note or return invoice; it is done when you say which. `await_return_invoice`: the buyer issues a return invoice. `expense_note`: you write an expense note. */
  readonly kind:
    | 'cancel_document'
    | 'cancel_and_reissue'
    | 'await_return_invoice'
    | 'expense_note'
    | (string & Record<never, never>);
  readonly invoice: {
    /** UUID of the invoice. */
    readonly id: string;
    readonly svcId: InvoiceSvcId;
    readonly invoiceNumber: string;
  };
  readonly refund: {
    /** UUID of the refund. */
    readonly id: string;
    readonly svcId: RefundSvcId;
  };
  /** By when. */
  readonly deadline: Time;
  readonly facts: {
    /** As it stands on the document, whatever was corrected or erased since. */
    readonly name: string | null;
    readonly buyer: 'person' | 'company' | null;
    readonly taxNumber: string | null;
    readonly taxOffice: string | null;
    readonly address: string | null;
    /** Of the official document that stands. */
    readonly number: string | null;
    /** Its day in Türkiye, such as `2026-01-31`. */
    readonly date: string | null;
    /** What that document is for. A decimal string with two digits. */
    readonly amount: string;
    /** Its VAT, in whole percent. */
    readonly vatRate: number | null;
    /** When the money was given back. */
    readonly refundedAt: Time;
    /** What a new document must bear; null where none is to be made. */
    readonly newDocument: {
      /** Without VAT. A decimal string with two digits. */
      readonly net: string;
      /** The VAT. A decimal string with two digits. */
      readonly vat: string;
      /** What a new document must bear. A decimal string with two digits. */
      readonly gross: string;
    } | null;
    /** Without VAT. A decimal string with two digits. */
    readonly net: string;
    /** The VAT. A decimal string with two digits. */
    readonly vat: string;
    /** What was given back. A decimal string with two digits. */
    readonly gross: string;
    readonly currency: string;
    /** The payment provider's id of the refund, once it tells it. */
    readonly refundTxId: string | null;
    /** What the bank of the customer can search for. */
    readonly hostReference: string | null;
  };
  readonly cancelledAt: Time | null;
  /** What whoever did it said was made out instead. */
  readonly document: {
    readonly number: string;
    readonly date: string;
    /** With VAT. A decimal string with two digits. */
    readonly amount: string;
  } | null;
  readonly doneAt: Time | null;
  /** `provider`: the document was seen to be cancelled. */
  readonly doneBy: string | null;
  readonly note: string | null;
}

/** The answer of POST /subscribers/erase. */
export interface EraseAnswer {
  readonly status: 'success';
  readonly message: string;
  readonly data: {
    /** UUID of the customer. */
    readonly id: string;
    readonly svcId: CustomerSvcId;
    /** How many subscriptions named them. */
    readonly subscriptions: number;
    /** How many events named them. */
    readonly events: number;
    /** What became of the payment provider's record: `kept` unless it said so, `none` where it had none. */
    readonly paymentProvider: 'deleted' | 'kept' | 'none';
  };
}

/** The answer of GET /events. */
export interface EventAnswer {
  readonly status: 'success';
  readonly data: {
    /** UUID of the event, which every delivery carries. */
    readonly eventId: string;
    readonly notificationType:
      | 'SUBSCRIBED'
      | 'DID_RENEW'
      | 'DID_FAIL_TO_RENEW'
      | 'DID_CHANGE_RENEWAL_STATUS'
      | 'DID_CHANGE_RENEWAL_PREF'
      | 'EXPIRED'
      | (string & Record<never, never>);
    readonly subtype:
      | 'INITIAL_BUY'
      | 'RESUBSCRIBE'
      | 'AUTO_RENEW_ENABLED'
      | 'AUTO_RENEW_DISABLED'
      | 'BILLING_RECOVERY'
      | 'UPGRADE'
      | 'DOWNGRADE'
      | (string & Record<never, never>)
      | null;
    /** `EXHAUSTED` after eleven attempts that failed, `SKIPPED` where there was no webhook at the time. */
    readonly state: 'PENDING' | 'DELIVERED' | 'EXHAUSTED' | 'SKIPPED' | (string & Record<never, never>);
    /** How many were begun. */
    readonly attempts: number;
    /** When the change that it reports was recorded. */
    readonly createdAt: Time;
    readonly nextAttemptAt: Time | null;
    readonly subscriber: {
      /** UUID of the subscriber. */
      readonly id: string;
      readonly svcId: SubscriptionSvcId;
      /** Your own id of the person, as it was then. */
      readonly externalId: string | null;
    };
    /** As it was sent last; null before the first attempt. */
    readonly payload: WebhookPayload | null;
    /** The last hundred attempts that have ended, oldest first. */
    readonly deliveries: readonly {
      readonly attempt: number;
      /** UUID of the attempt. */
      readonly transactionId: string;
      /** When it began. */
      readonly at: Time;
      readonly tookMs: number;
      readonly httpStatus: number | null;
      /** Why there was no answer. */
      readonly error: string | null;
      /** What the receiver answered, up to 1 KB. */
      readonly answer: string | null;
    }[];
  };
}

/** The answer of GET /events/list. */
export interface EventListAnswer {
  readonly status: 'success';
  readonly object: 'list';
  readonly url: '/events/list';
  readonly has_more: boolean;
  readonly limit: number;
  readonly starting_after: string | null;
  readonly ending_before: string | null;
  readonly data: readonly ListedEvent[];
  /** Only where the search for a rare state ended before the page was full: the cursor to search on from, in the same direction. */
  readonly next?: string;
}

/** The body of POST /events/replay. */
export interface EventsReplayRequest {
  /** The one event to be sent again. */
  readonly eventId?: string;
  /** From this moment on, ISO 8601 with its zone; inclusive. A date is a day in Istanbul, and means its first instant. */
  readonly from?: string;
  /** Up to this moment, ISO 8601 with its zone; inclusive. A date is a day in Istanbul, and includes it to its last instant. */
  readonly to?: string;
  /** Only events in these states. */
  readonly states?: readonly ('DELIVERED' | 'EXHAUSTED' | 'SKIPPED')[];
  /** An event id: only events after it; from the oldest stored by default. */
  readonly after?: string;
}

/** Every failure of every endpoint. */
export interface Failure {
  readonly status: 'failure';
  /** Stable code, the same as `errorCode`. */
  readonly error: string;
  /** For people, the same as `errorMessage`. */
  readonly message: string;
  /** Stable code to act on; more may come. */
  readonly errorCode:
    | 'malformed_json'
    | 'invalid_request'
    | 'missing_identifier'
    | 'mutually_exclusive_parameters'
    | 'mixed_pair'
    | 'identifiers_differ'
    | 'invalid_cursor'
    | 'amount_too_large'
    | 'forbidden_target'
    | 'unauthorized'
    | 'payment_refused'
    | 'refund_refused'
    | 'tenant_suspended'
    | 'key_not_allowed'
    | 'not_found'
    | 'method_not_allowed'
    | 'plan_not_found'
    | 'subscriber_not_found'
    | 'checkout_not_found'
    | 'invoice_not_found'
    | 'task_not_found'
    | 'event_not_found'
    | 'replay_not_found'
    | 'event_not_ended'
    | 'too_many_replays'
    | 'webhook_not_set'
    | 'key_not_found'
    | 'portal_disabled'
    | 'plan_inactive'
    | 'already_subscribed'
    | 'purchase_in_progress'
    | 'concurrent_change'
    | 'operation_in_progress'
    | 'not_cancelled'
    | 'undo_window_closed'
    | 'already_ended'
    | 'nothing_to_retry'
    | 'retry_too_soon'
    | 'not_active'
    | 'not_erasable'
    | 'external_id_taken'
    | 'email_taken'
    | 'invoice_not_paid'
    | 'refund_in_progress'
    | 'already_refunded'
    | 'too_old'
    | 'too_many_keys'
    | 'last_key'
    | 'currency_mismatch'
    | 'same_plan'
    | 'body_too_large'
    | 'unsupported_media_type'
    | 'idempotency_key_reused'
    | 'reference_reused'
    | 'preview_outdated'
    | 'plan_change_refused'
    | 'card_forms_exhausted'
    | 'rate_limited'
    | 'internal_error'
    | 'provider_refused'
    | 'provider_answer_invalid'
    | 'provider_credentials_refused'
    | 'provider_configuration'
    | 'settings_refused'
    | 'provider_not_configured'
    | 'provider_unreachable'
    | 'provider_limited'
    | 'temporarily_unavailable'
    | 'provider_timeout'
    | 'payment_outcome_unknown'
    | (string & Record<never, never>);
  readonly errorMessage: string;
  /** What is wrong with which field, if known. */
  readonly details?: readonly {
    readonly field: string;
    readonly message: string;
  }[];
  /** The payment provider's own code, where it refused. */
  readonly providerErrorCode?: string;
  /** With `already_subscribed`: the live subscription. */
  readonly svcId?: string;
  /** With `amount_too_large`: what is left of the invoice. */
  readonly left?: string;
  /** With `refund_refused`: the refund on record. */
  readonly refundId?: string;
  /** With `payment_outcome_unknown` and `operation_in_progress`: the reference to ask again with. */
  readonly clientReferenceId?: string;
}

/** The answer of GET /events/feed. */
export interface FeedAnswer {
  readonly status: 'success';
  /** Oldest first. */
  readonly events: readonly ListedEvent[];
  /** The cursor to continue after; null while there is no event. */
  readonly next: string | null;
  /** Whether there was nothing more to read at this moment. */
  readonly atEnd: boolean;
}

export interface HealthAnswer {
  readonly status: 'success';
  readonly version: string;
}

/** The answer of POST /checkout/initialize. */
export interface InitializeAnswer {
  readonly status: 'success';
  /** Names this form; also the credential of its page and of the return. */
  readonly token: string;
  /** HTML with a script that draws the form where it is put. */
  readonly checkoutFormContent: string;
  /** Seconds for which the form can be filled in. */
  readonly tokenExpireTime: number;
  /** Where to send the customer instead of drawing the form. */
  readonly paymentPageUrl: string;
  /** UUID of this session, for your records. */
  readonly clientReferenceId: string;
  readonly svcPlanId: PlanSvcId | null;
}

/** The answer of POST /checkout/initialize-direct. */
export interface InitializeDirectAnswer {
  readonly status: 'success';
  readonly svcSubscriptionId: SubscriptionSvcId;
  readonly svcCustomerId: CustomerSvcId | null;
  readonly svcPlanId: PlanSvcId | null;
  readonly data: ProviderSubscription;
}

export interface Invoice {
  /** UUID of the invoice. */
  readonly id: string;
  readonly svcId: InvoiceSvcId;
  /** `INV-`, the year and seven digits. */
  readonly invoiceNumber: string;
  /** PENDING, PAID, FAILED, VOID or REFUNDED. */
  readonly status: string;
  /** What was or is to be paid. A decimal string with two digits. */
  readonly amount: string;
  readonly currency: string;
  /** What was given back of it. A decimal string with two digits. */
  readonly refundedAmount: string;
  /** Of the invoice. */
  readonly date: Time;
  /** A link to the PDF while it is there. */
  readonly pdfUrl: string | null;
}

/** The answer of GET /invoices. */
export interface InvoiceAnswer {
  readonly status: 'success';
  readonly data: {
    /** UUID of the invoice. */
    readonly id: string;
    readonly svcId: InvoiceSvcId;
    /** `INV-`, the year and seven digits. */
    readonly invoiceNumber: string;
    /** PENDING, PAID, FAILED, VOID or REFUNDED. */
    readonly status: string;
    /** What was or is to be paid. A decimal string with two digits. */
    readonly amount: string;
    readonly currency: string;
    /** What was given back of it. A decimal string with two digits. */
    readonly refundedAmount: string;
    /** Of the invoice. */
    readonly date: Time;
    /** A link to the PDF while it is there. */
    readonly pdfUrl: string | null;
    readonly signedPdf: {
      readonly provider: 'acct';
      readonly eArchiveId: string;
      readonly url: string;
      readonly expiresAt: Time | null;
      /** When the link was signed. */
      readonly signedAt: Time;
    } | null;
    /** `processing`: the document is being made. `unavailable`: the invoice is not paid, nothing was charged, or the tenant had no invoicing provider when it was paid. `cancelled`: a person cancelled the document after a refund; `pdfMessage` names the one that was made out instead, if they told it. */
    readonly pdfStatus:
      'ready' | 'processing' | 'unavailable' | 'error' | 'cancelled' | (string & Record<never, never>);
    readonly pdfMessage: string | null;
    readonly subscriber: {
      /** UUID of the subscription. */
      readonly id: string;
      readonly svcId: SubscriptionSvcId;
      readonly subscriberId: PayReference;
    };
  };
}

/** Internal identifier of an invoice: `inv_` and the UUID without dashes. */
export type InvoiceSvcId = string;

/** The answer of GET /subscribers/invoices. */
export interface InvoicesAnswer {
  readonly status: 'success';
  readonly object: 'list';
  readonly url: '/subscribers/invoices';
  readonly has_more: boolean;
  readonly limit: number;
  readonly starting_after: string | null;
  readonly ending_before: string | null;
  readonly data: readonly ListedInvoice[];
  readonly subscriber: {
    /** UUID of the subscription. */
    readonly id: string;
    readonly svcId: SubscriptionSvcId;
    readonly subscriberId: PayReference;
  };
}

/** The body of POST /invoices/refund. */
export interface InvoicesRefundRequest {
  /** An invoice, by its id or svcId. */
  readonly 'invoice-id': string;
  /** How much is given back; all that is left by default. */
  readonly amount?: string;
  /** Why. Of a refund BUYER_REQUEST by default. */
  readonly reason?: 'BUYER_REQUEST' | 'DOUBLE_PAYMENT' | 'FRAUD' | 'OTHER';
  /** For people. */
  readonly note?: string;
  /** Your own id of this request. The same id again gets the first outcome; with another body it is 422. */
  readonly clientReferenceId?: string;
}

export interface Invoicing {
  readonly configured: boolean;
  /** The currencies with a money account at the invoicing provider. Documents in another currency are made, and stay open in its books. Null: not known. */
  readonly moneyAccounts: readonly ('TRY' | 'USD' | 'EUR')[] | null;
  /** Whether documents of purchases without a billing address have one to bear; without it they end in `error`. Null: not known. */
  readonly defaultAddress: boolean | null;
  /** Whether a carrier is set; without one documents of physical plans end in `error`. Null: not known. */
  readonly carrier: boolean | null;
  /** Where documents are made: `live` ones are real. Null: nowhere. */
  readonly environment: 'live' | 'staging' | 'sandbox' | (string & Record<never, never>) | null;
  /** The company that was confirmed to be a trial one; null where none was. */
  readonly trialCompany: string | null;
}

/** The answer of PUT /account/invoicing. */
export interface InvoicingAnswer {
  readonly status: 'success';
  readonly data: Invoicing;
}

/** The answer of POST /account/keys, DELETE /account/keys, POST /account/keys/rotate. */
export interface KeyAnswer {
  readonly status: 'success';
  readonly data: ApiKey;
}

/** The answer of GET /account/keys. */
export interface KeysAnswer {
  readonly status: 'success';
  readonly object: 'list';
  readonly url: '/account/keys';
  readonly has_more: boolean;
  readonly limit: number;
  readonly starting_after: string | null;
  readonly ending_before: string | null;
  readonly data: readonly ApiKey[];
}

export interface ListedEvent {
  /** UUID of the event, which every delivery carries. */
  readonly eventId: string;
  readonly notificationType:
    | 'SUBSCRIBED'
    | 'DID_RENEW'
    | 'DID_FAIL_TO_RENEW'
    | 'DID_CHANGE_RENEWAL_STATUS'
    | 'DID_CHANGE_RENEWAL_PREF'
    | 'EXPIRED'
    | (string & Record<never, never>);
  readonly subtype:
    | 'INITIAL_BUY'
    | 'RESUBSCRIBE'
    | 'AUTO_RENEW_ENABLED'
    | 'AUTO_RENEW_DISABLED'
    | 'BILLING_RECOVERY'
    | 'UPGRADE'
    | 'DOWNGRADE'
    | (string & Record<never, never>)
    | null;
  /** `EXHAUSTED` after eleven attempts that failed, `SKIPPED` where there was no webhook at the time. */
  readonly state: 'PENDING' | 'DELIVERED' | 'EXHAUSTED' | 'SKIPPED' | (string & Record<never, never>);
  /** How many were begun. */
  readonly attempts: number;
  /** When the change that it reports was recorded. */
  readonly createdAt: Time;
  readonly nextAttemptAt: Time | null;
  readonly subscriber: {
    /** UUID of the subscriber. */
    readonly id: string;
    readonly svcId: SubscriptionSvcId;
    /** Your own id of the person, as it was then. */
    readonly externalId: string | null;
  };
}

export interface ListedInvoice {
  /** UUID of the invoice. */
  readonly id: string;
  readonly svcId: InvoiceSvcId;
  /** `INV-`, the year and seven digits. */
  readonly invoiceNumber: string;
  /** PENDING, PAID, FAILED, VOID or REFUNDED. */
  readonly status: string;
  /** What was or is to be paid. A decimal string with two digits. */
  readonly amount: string;
  readonly currency: string;
  /** What was given back of it. A decimal string with two digits. */
  readonly refundedAmount: string;
  /** Of the invoice. */
  readonly date: Time;
  /** A link to the PDF while it is there. */
  readonly pdfUrl: string | null;
  readonly signedPdf: {
    readonly provider: 'acct';
    readonly eArchiveId: string;
    readonly url: string;
    readonly expiresAt: Time | null;
    /** When the link was signed. */
    readonly signedAt: Time;
  } | null;
  /** `processing`: the document is being made. `unavailable`: the invoice is not paid, nothing was charged, or the tenant had no invoicing provider when it was paid. `cancelled`: a person cancelled the document after a refund; `pdfMessage` names the one that was made out instead, if they told it. */
  readonly pdfStatus:
    'ready' | 'processing' | 'unavailable' | 'error' | 'cancelled' | (string & Record<never, never>);
  readonly pdfMessage: string | null;
}

export interface ListedSubscriber {
  /** UUID of the subscription. */
  readonly id: string;
  readonly svcId: SubscriptionSvcId;
  readonly payReference: PayReference;
  readonly customerReference: string;
  /** The payment provider's reference of the plan that is enjoyed now. */
  readonly planReference: string;
  /** The plan that follows with the next period, or null. */
  readonly nextPlanReference: string | null;
  /** The reference of the checkout that it was bought by; null where that is not known. */
  readonly clientReferenceId: string | null;
  /** PENDING, ACTIVE, PAYMENT_FAILED, CANCELLED or EXPIRED; further words may come. */
  readonly subscriptionStatus: string;
  /** When it was made. */
  readonly createdAt: Time;
  readonly cancelAtPeriodEnd: boolean;
  readonly cancelledAt: Time | null;
  readonly cancelReason:
    | 'too_expensive'
    | 'missing_features'
    | 'switched_service'
    | 'unused'
    | 'low_quality'
    | 'too_complex'
    | 'customer_service'
    | 'other'
    | (string & Record<never, never>)
    | null;
  readonly cancelComment: string | null;
  readonly accessUntil: Time | null;
  readonly currentPeriodStart: Time | null;
  readonly currentPeriodEnd: Time | null;
  readonly nextPaymentAt: Time | null;
  readonly graceEndsAt: Time | null;
  readonly inGracePeriod: boolean;
  /** False if a cancellation or plan change is in our records alone: the payment provider continues to charge as before. */
  readonly providerTold: boolean;
  /** While a renewal is unpaid: how it is being recovered. Otherwise null. */
  readonly recovery: Recovery | null;
  readonly customer: Customer | null;
  readonly latestInvoice: Invoice | null;
}

/** The answer of DELETE /account/webhook, DELETE /account/chat. */
export interface NothingAnswer {
  readonly status: 'success';
  readonly data: object | null;
}

export interface OwnPlan {
  /** UUID of the plan. */
  readonly id: string;
  readonly svcId: PlanSvcId;
  /** The payment provider's reference of the plan. */
  readonly referenceCode: string;
  /** Stable key to look the plan up by. */
  readonly lookup_key: string | null;
  readonly name: string;
  /** What a period costs; for physical plans with the shipping. A decimal string with two digits. */
  readonly price: string;
  /** TRY, USD or EUR. */
  readonly currencyCode: string;
  readonly paymentInterval: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';
  /** How many intervals a period has. */
  readonly paymentIntervalCount: number;
  readonly trialPeriodDays: number;
  /** Unit count of bundled plans. */
  readonly unit: string | null;
  readonly productReference: string | null;
  readonly planType: 'PHYSICAL' | 'DIGITAL';
  readonly shippingPrice: string | null;
  /** Days of grace after a failed payment. */
  readonly gracePeriodDays: number | null;
  /** The VAT that its documents bear, in whole percent; null for that of your invoicing account. */
  readonly vatRate: 0 | 1 | 10 | 20 | null;
  /** What is included, by key: `true`, a limit, or a text. */
  readonly features: Readonly<Record<string, true | number | string>>;
  /** Whether it can be subscribed to; a retired one cannot. */
  readonly active: boolean;
}

/** The answer of PUT /account/plans. */
export interface OwnPlanAnswer {
  readonly status: 'success';
  readonly data: OwnPlan;
}

/** The answer of GET /account/plans. */
export interface OwnPlansAnswer {
  readonly status: 'success';
  /** Newest first. A page past the end is empty. */
  readonly data: readonly OwnPlan[];
  readonly total: number;
  readonly page: number;
  readonly pageSize: number;
  readonly totalPages: number;
}

/** The payment provider's reference. It is new after a plan change; older ones keep working. */
export type PayReference = string;

export interface Payment {
  readonly configured: boolean;
  /** To be entered at the payment provider, so that it notifies us. */
  readonly notificationUrl: string | null;
  readonly notificationsSigned: boolean;
  readonly lastNotificationAt: Time | null;
  readonly notificationsVerifiedAt: Time | null;
  /** `refused`: the provider refuses the account or its credentials, and its work waits. */
  readonly health: 'healthy' | 'refused' | 'silent' | (string & Record<never, never>);
  readonly healthSince: Time | null;
}

/** The answer of PUT /account/payment. */
export interface PaymentAnswer {
  readonly status: 'success';
  readonly data: Payment;
}

export interface Plan {
  /** UUID of the plan. */
  readonly id: string;
  readonly svcId: PlanSvcId;
  /** The payment provider's reference of the plan. */
  readonly referenceCode: string;
  /** Stable key to look the plan up by. */
  readonly lookup_key: string | null;
  readonly name: string;
  /** What a period costs; for physical plans with the shipping. A decimal string with two digits. */
  readonly price: string;
  /** TRY, USD or EUR. */
  readonly currencyCode: string;
  readonly paymentInterval: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';
  /** How many intervals a period has. */
  readonly paymentIntervalCount: number;
  readonly trialPeriodDays: number;
  /** Unit count of bundled plans. */
  readonly unit: string | null;
  readonly productReference: string | null;
  readonly planType: 'PHYSICAL' | 'DIGITAL';
  readonly shippingPrice: string | null;
  /** Days of grace after a failed payment. */
  readonly gracePeriodDays: number | null;
  /** The VAT that its documents bear, in whole percent; null for that of your invoicing account. */
  readonly vatRate: 0 | 1 | 10 | 20 | null;
  /** What is included, by key: `true`, a limit, or a text. */
  readonly features: Readonly<Record<string, true | number | string>>;
}

/** Internal identifier of a plan: `pln_` and the UUID without dashes. */
export type PlanSvcId = string;

/** The answer of GET /plans/list. */
export interface PlansAnswer {
  readonly status: 'success';
  /** Newest first. A page past the end is empty. */
  readonly data: readonly Plan[];
  readonly total: number;
  readonly page: number;
  readonly pageSize: number;
  readonly totalPages: number;
}

/** The body of POST /portal/sessions. */
export interface PortalCreateSessionRequest {
  /** The provider's reference of the subscription: a change is made there too. */
  readonly 'pay-subscriber-reference-code'?: string;
  /** Our id of the subscriber, as `sub_…` or as a UUID. */
  readonly 'svc-id'?: string;
  /** Where the customer comes from and goes back to: `https:`, at most 2,048 characters, under the same rule as `callbackUrl`. */
  readonly returnUrl: string;
  /** The part of the portal that the link leads to; `overview` by default. */
  readonly flow?: 'overview' | 'card' | 'plan' | 'cancel' | 'invoices';
  /** `tr` or `en`; by default that of the browser. */
  readonly language?: 'tr' | 'en';
}

/** The answer of POST /portal/sessions. */
export interface PortalSessionAnswer {
  readonly status: 'success';
  readonly data: {
    /** Works once. Redirect the customer to it; never e-mail or log it. */
    readonly url: string;
    /** Until then it can be used. */
    readonly expiresAt: Time;
  };
}

/** The answer of GET /account/portal, PUT /account/portal. */
export interface PortalSettingsAnswer {
  readonly status: 'success';
  readonly data: {
    readonly enabled: boolean;
    readonly actions: readonly ('card' | 'plan' | 'cancel' | 'invoices')[];
    /** The plans to choose from: those of the same product, or these references. */
    readonly plans: 'same-product' | readonly string[];
  };
}

/** The answer of POST /subscribers/preview-change. */
export interface PreviewAnswer {
  readonly status: 'success';
  readonly data: {
    readonly direction: 'UPGRADE' | 'DOWNGRADE';
    readonly effectiveAt: Time | null;
    /** What is charged at once, or null. */
    readonly charge: {
      /** How much. A decimal string with two digits. */
      readonly amount: string;
      readonly currency: string;
      /** When. */
      readonly at: Time;
    } | null;
    /** The charge after that; null where none will be tried, or it is not known. */
    readonly nextPayment: {
      /** How much. A decimal string with two digits. */
      readonly amount: string;
      readonly currency: string;
      /** When. */
      readonly at: Time;
    } | null;
    /** What is given up of the paid period. */
    readonly lost: {
      /** Whole days. */
      readonly days: number;
      /** What part of the price all the time left is, the day that runs included; rounded down. A decimal string with two digits. */
      readonly amount: string;
    };
    /** With `other_product` or `other_interval` the payment provider may refuse the change. */
    readonly warnings: readonly (
      | 'cancellation_kept'
      | 'payment_failed'
      | 'trial_given_up'
      | 'paid_days_given_up'
      | 'other_product'
      | 'other_interval'
      | (string & Record<never, never>)
    )[];
    /** Whether the amounts hold. */
    readonly exact: boolean;
    /** Why they cannot be known, or null. */
    readonly reason: string | null;
    /** For `PUT /subscribers`. */
    readonly previewId: string;
    /** Until then the preview can be used. */
    readonly expiresAt: Time;
  };
}

/** What the payment provider answered. Times are epoch milliseconds. */
export interface ProviderSubscription {
  readonly referenceCode: string;
  readonly parentReferenceCode: string | null;
  readonly pricingPlanReferenceCode: string;
  readonly customerReferenceCode: string;
  /** The provider's own word. */
  readonly subscriptionStatus: string;
  readonly createdDate: number;
  readonly startDate: number;
  readonly endDate: number | null;
}

export interface Recovery {
  /** `needs_card`: the bank says that this card will never work. `waiting`: no retry is planned. */
  readonly state: 'retrying' | 'needs_card' | 'waiting' | (string & Record<never, never>);
  /** With the present card in the last 30 days, whoever made them. */
  readonly attempts: number;
  /** The bank's code, as the payment provider names it. */
  readonly lastCode: string | null;
  readonly lastAttemptAt: Time | null;
  readonly nextAttemptAt: Time | null;
  /** When the subscription is cancelled if nobody has paid until then. */
  readonly endsAt: Time;
}

/** The answer of GET /account/recovery, PUT /account/recovery. */
export interface RecoveryAnswer {
  readonly status: 'success';
  readonly data: {
    /** Days after the failure; none where nothing is retried. */
    readonly retryDays: readonly number[];
    /** What follows the last retry, not before grace ends. */
    readonly then: 'cancel' | 'keep';
  };
}

export interface Refund {
  /** UUID of the refund. */
  readonly id: string;
  readonly svcId: RefundSvcId;
  readonly invoice: {
    /** UUID of the invoice. */
    readonly id: string;
    readonly svcId: InvoiceSvcId;
    readonly invoiceNumber: string;
  };
  /** What is given back. A decimal string with two digits. */
  readonly amount: string;
  readonly currency: string;
  /** `PENDING`: the outcome is being looked up; nothing is sent again. */
  readonly state: 'PENDING' | 'SUCCEEDED' | 'FAILED' | (string & Record<never, never>);
  readonly reason: 'BUYER_REQUEST' | 'DOUBLE_PAYMENT' | 'FRAUD' | 'OTHER' | (string & Record<never, never>);
  readonly note: string | null;
  /** Who gave it back; `provider`: somebody in the payment provider's panel. */
  readonly by: 'request' | 'operator' | 'person' | 'provider' | (string & Record<never, never>);
  readonly clientReferenceId: string | null;
  /** When it was asked for. */
  readonly requestedAt: Time;
  readonly completedAt: Time | null;
  /** The payment provider's code. */
  readonly errorCode: string | null;
  /** The payment provider's message. */
  readonly errorMessage: string | null;
  /** What becomes of the official document; null until the money is given back. */
  readonly document: {
    /** `adjusted`: the document that stands is for what was kept. `separate`: it stands as it was, with an expense note or a return invoice beside it. `task`: a person has to see to it. */
    readonly state:
      | 'pending'
      | 'none_needed'
      | 'adjusted'
      | 'cancelled'
      | 'separate'
      | 'task'
      | (string & Record<never, never>);
    readonly message: string;
    readonly taskId: string | null;
  } | null;
}

/** The answer of POST /invoices/refund. */
export interface RefundAnswer {
  readonly status: 'success';
  readonly message: string;
  readonly data: Refund;
}

/** Internal identifier of a refund: `rfd_` and the UUID without dashes. */
export type RefundSvcId = string;

/** The answer of GET /invoices/refunds. */
export interface RefundsAnswer {
  readonly status: 'success';
  readonly object: 'list';
  readonly url: '/invoices/refunds';
  readonly has_more: boolean;
  readonly limit: number;
  readonly starting_after: string | null;
  readonly ending_before: string | null;
  readonly data: readonly Refund[];
  /** Where to search on, if the search ended before the page was full. */
  readonly next?: string;
}

/** The answer of GET /events/replay. */
export interface ReplayAnswer {
  readonly status: 'success';
  readonly data: {
    /** UUID of the replay. */
    readonly replayId: string;
    readonly state: 'RUNNING' | 'DONE' | (string & Record<never, never>);
    /** How many events it has brought on their way. */
    readonly replayed: number;
    /** Beginning of the time it covers. */
    readonly from: Time;
    /** Its end. */
    readonly to: Time;
  };
}

/** The answer of POST /events/replay. */
export interface ReplayStartedAnswer {
  readonly status: 'success';
  /** The event where one was named, or else the replay that began. */
  readonly data:
    | ListedEvent
    | {
        /** UUID of the replay. */
        readonly replayId: string;
        readonly state: 'RUNNING' | 'DONE' | (string & Record<never, never>);
        /** How many events it has brought on their way. */
        readonly replayed: number;
        /** Beginning of the time it covers. */
        readonly from: Time;
        /** Its end. */
        readonly to: Time;
      };
}

/** The body of POST /reports/tasks/done. */
export interface ReportsFinishTaskRequest {
  /** The task. */
  readonly id: string;
  /** For people. */
  readonly note?: string;
  /** What was made out instead: number, day and amount with VAT; null for nothing. The number of the document itself where it was not cancelled, because an expense note or a return invoice was made. */
  readonly document?: {
    readonly number: string;
    readonly date: string;
    /** How much is given back; all that is left by default. */
    readonly amount: string;
  } | null;
}

/** The answer of POST /subscribers/retry-payment. */
export interface RetryAnswer {
  readonly status: 'success';
  readonly message: string;
  readonly data: {
    /** UUID of the subscription. */
    readonly id: string;
    readonly svcId: SubscriptionSvcId;
    readonly payReference: PayReference;
    /** PENDING, ACTIVE, PAYMENT_FAILED, CANCELLED or EXPIRED; further words may come. */
    readonly status: string;
    /** While a renewal is unpaid: how it is being recovered. Otherwise null. */
    readonly recovery: Recovery | null;
  };
}

export interface Subscriber {
  /** UUID of the subscription. */
  readonly id: string;
  readonly svcId: SubscriptionSvcId;
  readonly payReference: PayReference;
  readonly customerReference: string;
  /** The payment provider's reference of the plan that is enjoyed now. */
  readonly planReference: string;
  /** The plan that follows with the next period, or null. */
  readonly nextPlanReference: string | null;
  /** The reference of the checkout that it was bought by; null where that is not known. */
  readonly clientReferenceId: string | null;
  /** PENDING, ACTIVE, PAYMENT_FAILED, CANCELLED or EXPIRED; further words may come. */
  readonly subscriptionStatus: string;
  /** When it was made. */
  readonly createdAt: Time;
  readonly cancelAtPeriodEnd: boolean;
  readonly cancelledAt: Time | null;
  readonly cancelReason:
    | 'too_expensive'
    | 'missing_features'
    | 'switched_service'
    | 'unused'
    | 'low_quality'
    | 'too_complex'
    | 'customer_service'
    | 'other'
    | (string & Record<never, never>)
    | null;
  readonly cancelComment: string | null;
  readonly accessUntil: Time | null;
  readonly currentPeriodStart: Time | null;
  readonly currentPeriodEnd: Time | null;
  readonly nextPaymentAt: Time | null;
  readonly graceEndsAt: Time | null;
  readonly inGracePeriod: boolean;
  /** False if a cancellation or plan change is in our records alone: the payment provider continues to charge as before. */
  readonly providerTold: boolean;
  /** While a renewal is unpaid: how it is being recovered. Otherwise null. */
  readonly recovery: Recovery | null;
}

/** The answer of GET /subscribers. */
export interface SubscriberAnswer {
  readonly status: 'success';
  readonly data: Subscriber;
  readonly customer: Customer | null;
  readonly latestInvoice: Invoice | null;
}

/** The answer of GET /subscribers/list. */
export interface SubscribersAnswer {
  readonly status: 'success';
  readonly object: 'list';
  readonly url: '/subscribers/list';
  readonly has_more: boolean;
  readonly limit: number;
  readonly starting_after: string | null;
  readonly ending_before: string | null;
  readonly data: readonly ListedSubscriber[];
  /** Only where the search by e-mail ended before the page was full: the cursor to search on from, in the same direction. */
  readonly next?: string;
}

/** The body of DELETE /subscribers. */
export interface SubscribersCancelRequest {
  /** The provider's reference of the subscription: a change is made there too. */
  readonly 'pay-subscriber-reference-code'?: string;
  /** Our id of the subscriber, as `sub_…` or as a UUID. */
  readonly 'svc-id'?: string;
  /** Why. Of a refund BUYER_REQUEST by default. */
  readonly reason?:
    | 'too_expensive'
    | 'missing_features'
    | 'switched_service'
    | 'unused'
    | 'low_quality'
    | 'too_complex'
    | 'customer_service'
    | 'other';
  /** In their own words. */
  readonly comment?: string;
}

/** The body of PUT /subscribers. */
export interface SubscribersChangePlanRequest {
  /** The provider's reference of the subscription: a change is made there too. */
  readonly 'pay-subscriber-reference-code'?: string;
  /** The provider's reference of the new plan. */
  readonly 'pay-plan-reference-code'?: string;
  /** Our id of the subscriber. Only our records change; the payment provider continues as before. */
  readonly 'svc-subscriber-id'?: string;
  /** Our id of the plan, as `pln_…` or as a UUID. */
  readonly 'svc-plan-id'?: string;
  /** For the payment provider only; true by default. */
  readonly resetRecurrenceCount?: boolean;
  /** Whether the new plan's trial is used. For the payment provider only. */
  readonly useTrial?: boolean;
  /** When the change takes effect; NOW by default. */
  readonly upgradePeriod?: 'NOW' | 'NEXT_PERIOD';
  /** What `POST /subscribers/preview-change` answered, and itself takes no notice of: `PUT /subscribers` is 409 `preview_outdated` where the outcome would differ. */
  readonly previewId?: string;
}

/** The body of PUT /subscribers/customer. */
export interface SubscribersCorrectCustomerRequest {
  /** The provider's reference of the subscription: a change is made there too. */
  readonly 'pay-subscriber-reference-code'?: string;
  /** Our id of the subscriber, as `sub_…` or as a UUID. */
  readonly 'svc-id'?: string;
  /** Compared trimmed and in small letters. */
  readonly email?: string;
  readonly name?: string;
  readonly surname?: string;
  /** Phone number, E.164 preferred (`+905350000000`). Turkish national forms are understood, with spaces, dashes and brackets. */
  readonly gsmNumber?: string;
  /** Stands on the invoices of this subscription. Without one the shipping address does. */
  readonly billingAddress?: Address;
  /** The company that invoices of this subscription are made out to, instead of the person. */
  readonly company?: Company | null;
  /** Your own id of the person, one word. Another customer’s is 409 `external_id_taken`; at a checkout it counts with its success. */
  readonly externalId?: string | null;
}

/** The body of POST /subscribers/erase. */
export interface SubscribersEraseRequest {
  /** Compared trimmed and in small letters. */
  readonly email?: string;
  /** The provider's reference of the subscription: a change is made there too. */
  readonly 'pay-subscriber-reference-code'?: string;
  /** Our id of the subscriber, as `sub_…` or as a UUID. */
  readonly 'svc-id'?: string;
  readonly giveUpDocuments?: boolean;
}

/** The body of POST /subscribers/preview-change. */
export type SubscribersPreviewChangeRequest = SubscribersChangePlanRequest;

/** The body of POST /subscribers/retry-payment. */
export type SubscribersRetryPaymentRequest = SubscribersUndoCancelRequest;

/** The body of POST /subscribers/undo-cancel. */
export interface SubscribersUndoCancelRequest {
  /** The provider's reference of the subscription: a change is made there too. */
  readonly 'pay-subscriber-reference-code'?: string;
  /** Our id of the subscriber, as `sub_…` or as a UUID. */
  readonly 'svc-id'?: string;
}

/** Internal identifier of a subscription: `sub_` and the UUID without dashes. */
export type SubscriptionSvcId = string;

/** The answer of POST /plans/sync. */
export interface SyncPlansAnswer {
  readonly status: 'success';
  readonly data: {
    /** References of plans. */
    readonly added: readonly string[];
    /** References of plans. */
    readonly changed: readonly string[];
    /** References of plans. */
    readonly retired: readonly string[];
    /** References of plans whose terms cannot be read there; they stay as they are here. */
    readonly unreadable?: readonly string[];
  };
}

/** The answer of POST /reports/tasks/done. */
export interface TaskAnswer {
  readonly status: 'success';
  readonly data: DocumentTask;
}

/** The answer of GET /reports/tasks. */
export interface TasksAnswer {
  readonly status: 'success';
  readonly object: 'list';
  readonly url: '/reports/tasks';
  readonly has_more: boolean;
  readonly limit: number;
  readonly starting_after: string | null;
  readonly ending_before: string | null;
  readonly data: readonly DocumentTask[];
}

/** ISO 8601, UTC, with milliseconds. */
export type Time = string;

/** The answer of GET /subscribers/timeline. */
export interface TimelineAnswer {
  readonly status: 'success';
  readonly object: 'list';
  readonly url: '/subscribers/timeline';
  readonly has_more: boolean;
  readonly limit: number;
  readonly starting_after: string | null;
  readonly ending_before: string | null;
  readonly data: readonly TimelineEntry[];
  readonly subscriber: {
    /** UUID of the subscription. */
    readonly id: string;
    readonly svcId: SubscriptionSvcId;
    readonly subscriberId: PayReference;
    /** Your own id of the person, where you gave one. */
    readonly externalId: string | null;
  };
  /** Only where the search beside changes of other subscriptions ended before the page was full: the cursor to search on from, in the same direction. */
  readonly next?: string;
}

export interface TimelineEntry {
  /** Also the cursor. */
  readonly id: string;
  /** When it happened. */
  readonly at: Time;
  /** Such as `subscribed`, `renewed`, `payment_failed`, `plan_changed`, `cancelled`, `undone`, `ended`, `refunded`. */
  readonly what: string;
  /** The state before the change, if it can be named in a word. */
  readonly from: string | null;
  /** How it stood then. */
  readonly to: string | null;
  readonly reason: string | null;
  readonly comment: string | null;
  readonly cause: {
    /** `customer`: in the customer portal. `person`: one of your people, in the console. */
    readonly by:
      | 'request'
      | 'notification'
      | 'schedule'
      | 'operator'
      | 'customer'
      | 'person'
      | (string & Record<never, never>);
    /** The request id where it was one. */
    readonly id: string | null;
    /** Which of your people, where it was one. */
    readonly who?: string;
  };
  /** The event that announced it, or null. */
  readonly eventId: string | null;
}

/** The answer of POST /checkout/update-card. */
export interface UpdateCardAnswer {
  readonly status: 'success';
  /** Names this form; also the credential of its page and of the return. */
  readonly token: string;
  /** HTML with a script that draws the form where it is put. */
  readonly checkoutFormContent: string;
  /** Seconds for which the form can be filled in. */
  readonly tokenExpireTime: number;
  /** Where to send the customer instead of drawing the form. */
  readonly paymentPageUrl: string;
  readonly svcId: SubscriptionSvcId | null;
}

export interface Webhook {
  readonly url: string;
  /** When a webhook was first set. */
  readonly createdAt: Time;
  /** When the secret that signs was made. */
  readonly secretCreatedAt: Time;
  /** While a rotation runs, `X-Svc-Signature-Next` carries the signature by the new secret. */
  readonly rotation: {
    /** When it began. */
    readonly startedAt: Time;
    /** When the new secret signs alone. */
    readonly endsAt: Time;
  } | null;
  /** `slow` after three time-outs, or answers after more than four seconds, in a row, `failing` once an event was exhausted, `healthy` again with the next delivery. */
  readonly health: 'healthy' | 'slow' | 'failing' | (string & Record<never, never>);
  readonly lastDeliveredAt: Time | null;
  readonly lastFailure: {
    /** When. */
    readonly at: Time;
    readonly httpStatus: number | null;
    readonly error: string | null;
  } | null;
  /** `whsec_…`, in the answer that made it and nowhere else (null where that answer is given again): it signs what we send. */
  readonly secret?: string | null;
}

/** The answer of POST /account/webhook/rotate, POST /account/webhook/finish-rotation. */
export interface WebhookAnswer {
  readonly status: 'success';
  readonly data: Webhook;
}

export interface WebhookPayload {
  /** Ignore others: they may be added. */
  readonly notificationType:
    | 'SUBSCRIBED'
    | 'DID_RENEW'
    | 'DID_FAIL_TO_RENEW'
    | 'DID_CHANGE_RENEWAL_STATUS'
    | 'DID_CHANGE_RENEWAL_PREF'
    | 'EXPIRED'
    | (string & Record<never, never>);
  /** Ignore others: they may be added. */
  readonly subtype?:
    | 'INITIAL_BUY'
    | 'RESUBSCRIBE'
    | 'AUTO_RENEW_ENABLED'
    | 'AUTO_RENEW_DISABLED'
    | 'BILLING_RECOVERY'
    | 'UPGRADE'
    | 'DOWNGRADE'
    | (string & Record<never, never>);
  /** The same on every attempt: keep it, and take an event once. */
  readonly eventId: string;
  /** New on every attempt. */
  readonly transactionId: string;
  /** From 1 to 11; a replay continues the count. */
  readonly attempt: number;
  /** When it happened at the payment provider. Unix time in seconds. */
  readonly purchaseDate: number;
  /** When this attempt was signed. Unix time in milliseconds. */
  readonly signedDate: number;
  readonly version: '2.0';
  readonly data: {
    readonly subscriptionId: string;
    readonly subscriptionReference: string;
    readonly customerReference: string;
    readonly planReference: string;
    readonly status: string;
    /** The plan's days of grace, with DID_RENEW and DID_FAIL_TO_RENEW. */
    readonly grace_period?: number | null;
    /** When it first began. Unix time in seconds. */
    readonly subscriptionFirstStartDate?: number;
    /** Beginning of the period. Unix time in seconds. */
    readonly periodStart?: number;
    /** Its end, which is the next renewal. Unix time in seconds. */
    readonly periodEnd?: number;
    readonly customer?: {
      readonly id: string;
      readonly email: string;
      readonly name?: string;
      readonly surname?: string;
    };
  };
}

/** The answer of PUT /account/webhook. */
export interface WebhookSetAnswer {
  readonly status: 'success';
  /** How to get a new secret, where the webhook has one already. */
  readonly message?: string;
  readonly data: Webhook;
}

/** The answer of POST /account/webhook/test. */
export interface WebhookTestAnswer {
  readonly status: 'success';
  readonly data: {
    /** Which example was sent. */
    readonly notificationType:
      | 'SUBSCRIBED'
      | 'DID_RENEW'
      | 'DID_FAIL_TO_RENEW'
      | 'DID_CHANGE_RENEWAL_STATUS'
      | 'DID_CHANGE_RENEWAL_PREF'
      | 'EXPIRED';
    readonly delivered: boolean;
    readonly httpStatus: number | null;
    readonly tookMs: number;
    /** What the receiver answered, up to 1 KB. */
    readonly answer: string | null;
    readonly error: string | null;
  };
}

/** Every code that is known today. */
export type RefusalCode =
  | 'already_ended'
  | 'already_refunded'
  | 'already_subscribed'
  | 'amount_too_large'
  | 'body_too_large'
  | 'card_forms_exhausted'
  | 'checkout_not_found'
  | 'concurrent_change'
  | 'currency_mismatch'
  | 'email_taken'
  | 'event_not_ended'
  | 'event_not_found'
  | 'external_id_taken'
  | 'forbidden_target'
  | 'idempotency_key_reused'
  | 'identifiers_differ'
  | 'internal_error'
  | 'invalid_cursor'
  | 'invalid_request'
  | 'invoice_not_found'
  | 'invoice_not_paid'
  | 'key_not_allowed'
  | 'key_not_found'
  | 'last_key'
  | 'malformed_json'
  | 'method_not_allowed'
  | 'missing_identifier'
  | 'mixed_pair'
  | 'mutually_exclusive_parameters'
  | 'not_active'
  | 'not_cancelled'
  | 'not_erasable'
  | 'not_found'
  | 'nothing_to_retry'
  | 'operation_in_progress'
  | 'payment_outcome_unknown'
  | 'payment_refused'
  | 'plan_change_refused'
  | 'plan_inactive'
  | 'plan_not_found'
  | 'portal_disabled'
  | 'preview_outdated'
  | 'provider_answer_invalid'
  | 'provider_configuration'
  | 'provider_credentials_refused'
  | 'provider_limited'
  | 'provider_not_configured'
  | 'provider_refused'
  | 'provider_timeout'
  | 'provider_unreachable'
  | 'purchase_in_progress'
  | 'rate_limited'
  | 'reference_reused'
  | 'refund_in_progress'
  | 'refund_refused'
  | 'replay_not_found'
  | 'retry_too_soon'
  | 'same_plan'
  | 'settings_refused'
  | 'subscriber_not_found'
  | 'task_not_found'
  | 'temporarily_unavailable'
  | 'tenant_suspended'
  | 'too_many_keys'
  | 'too_many_replays'
  | 'too_old'
  | 'unauthorized'
  | 'undo_window_closed'
  | 'unsupported_media_type'
  | 'webhook_not_set';

/** What each operation takes and gives. */
export interface Operations {
  /** List the active plans. */
  readonly plansList: {
    readonly input: {
      /** From 1. */
      readonly page?: number;
      /** Plans a page. */
      readonly pageSize?: number;
      /** Only plans of this product. */
      readonly productReference?: string;
    };
    readonly answer: PlansAnswer;
  };
  /** Start a hosted checkout. */
  readonly checkoutInitialize: {
    readonly input: CheckoutInitializeRequest;
    readonly answer: InitializeAnswer;
  };
  /** Charge a card and start a subscription. */
  readonly checkoutInitializeDirect: {
    readonly input: CheckoutInitializeDirectRequest;
    readonly answer: InitializeDirectAnswer;
  };
  /** Let a subscriber enter a new card. */
  readonly checkoutUpdateCard: {
    readonly input: CheckoutUpdateCardRequest;
    readonly answer: UpdateCardAnswer;
  };
  /** Ask whether a person is in. */
  readonly access: {
    readonly input: {
      /** Our id of the subscriber, as `sub_…` or as a UUID. */
      readonly 'svc-id'?: string;
      /** The provider's reference of the subscription. */
      readonly 'pay-subscriber-code'?: string;
      /** Compared trimmed and in small letters. */
      readonly email?: string;
      /** Your own id of the person. */
      readonly 'external-id'?: string;
      /** The key of one feature: `features` then has this one alone. */
      readonly feature?: string;
    };
    readonly answer: AccessAnswer;
  };
  /** Check an e-mail. */
  readonly subscribersCheck: {
    readonly input: {
      /** Compared trimmed and in small letters. */
      readonly email?: string;
      /** Your own id of the person. */
      readonly 'external-id'?: string;
    };
    readonly answer: CheckAnswer;
  };
  /** Fetch a subscriber. */
  readonly subscribersGet: {
    readonly input: {
      /** The provider's reference of the subscription. */
      readonly 'pay-subscriber-code'?: string;
      /** Our id of the subscriber, as `sub_…` or as a UUID. */
      readonly 'svc-id'?: string;
    };
    readonly answer: SubscriberAnswer;
  };
  /** Change a subscriber's plan. */
  readonly subscribersChangePlan: {
    readonly input: SubscribersChangePlanRequest;
    readonly answer: ChangePlanAnswer;
  };
  /** Cancel at the end of the period. */
  readonly subscribersCancel: {
    readonly input: SubscribersCancelRequest;
    readonly answer: CancellationAnswer;
  };
  /** List the invoices of a subscriber. */
  readonly subscribersInvoices: {
    readonly input: {
      /** The provider's reference of the subscription. */
      readonly 'subscriber-id'?: string;
      /** Our id of the subscriber, as `sub_…` or as a UUID. */
      readonly 'svc-id'?: string;
      /** Items a page. */
      readonly limit?: number;
      /** A cursor: the page that follows this item. */
      readonly starting_after?: string;
      /** A cursor: the page directly before this item. */
      readonly ending_before?: string;
    };
    readonly answer: InvoicesAnswer;
  };
  /** List subscribers. */
  readonly subscribersList: {
    readonly input: {
      /** Items a page. */
      readonly limit?: number;
      /** A cursor: the page that follows this item. */
      readonly starting_after?: string;
      /** A cursor: the page directly before this item. */
      readonly ending_before?: string;
      /** Only subscribers of this status. */
      readonly status?: 'PENDING' | 'ACTIVE' | 'PAYMENT_FAILED' | 'CANCELLED' | 'EXPIRED';
      /** Compared trimmed and in small letters. */
      readonly email?: string;
      /** Your own id of the person. */
      readonly 'external-id'?: string;
      /** How an e-mail address, any part of a name or a phone number begins, without regard to case and Turkish letters; or a whole reference, id or number of an invoice. */
      readonly search?: string;
      /** Only subscribers of this plan, by its reference or our id. */
      readonly plan?: string;
      /** From this moment on, ISO 8601 with its zone; inclusive. A date is a day in Istanbul, and means its first instant. */
      readonly from?: string;
      /** Up to this moment, ISO 8601 with its zone; inclusive. A date is a day in Istanbul, and includes it to its last instant. */
      readonly to?: string;
    };
    readonly answer: SubscribersAnswer;
  };
  /** What happened to a subscriber. */
  readonly subscribersTimeline: {
    readonly input: {
      /** The provider's reference of the subscription. */
      readonly 'subscriber-id'?: string;
      /** Our id of the subscriber, as `sub_…` or as a UUID. */
      readonly 'svc-id'?: string;
      /** Items a page. */
      readonly limit?: number;
      /** A cursor: the page that follows this item. */
      readonly starting_after?: string;
      /** A cursor: the page directly before this item. */
      readonly ending_before?: string;
    };
    readonly answer: TimelineAnswer;
  };
  /** Say before what a plan change costs. */
  readonly subscribersPreviewChange: {
    readonly input: SubscribersPreviewChangeRequest;
    readonly answer: PreviewAnswer;
  };
  /** Read who the documents are made out to. */
  readonly subscribersGetCustomer: {
    readonly input: {
      /** The provider's reference of the subscription: a change is made there too. */
      readonly 'pay-subscriber-reference-code'?: string;
      /** Our id of the subscriber, as `sub_…` or as a UUID. */
      readonly 'svc-id'?: string;
    };
    readonly answer: CustomerAnswer;
  };
  /** Correct the customer. */
  readonly subscribersCorrectCustomer: {
    readonly input: SubscribersCorrectCustomerRequest;
    readonly answer: CustomerAnswer;
  };
  /** Undo a cancellation. */
  readonly subscribersUndoCancel: {
    readonly input: SubscribersUndoCancelRequest;
    readonly answer: CancellationAnswer;
  };
  /** Try a failed payment again. */
  readonly subscribersRetryPayment: {
    readonly input: SubscribersRetryPaymentRequest;
    readonly answer: RetryAnswer;
  };
  /** Erase a customer. */
  readonly subscribersErase: {
    readonly input: SubscribersEraseRequest;
    readonly answer: EraseAnswer;
  };
  /** Get an invoice. */
  readonly invoicesGet: {
    readonly input: {
      /** An invoice, by its id or svcId. */
      readonly 'invoice-id': string;
    };
    readonly answer: InvoiceAnswer;
  };
  /** List refunds. */
  readonly invoicesRefunds: {
    readonly input: {
      /** Items a page. */
      readonly limit?: number;
      /** A cursor: the page that follows this item. */
      readonly starting_after?: string;
      /** A cursor: the page directly before this item. */
      readonly ending_before?: string;
      /** An invoice, by its id or svcId. */
      readonly 'invoice-id'?: string;
      /** Our id of the subscriber, as `sub_…` or as a UUID. */
      readonly 'svc-id'?: string;
      /** Only entries in this state. */
      readonly state?: 'PENDING' | 'SUCCEEDED' | 'FAILED';
    };
    readonly answer: RefundsAnswer;
  };
  /** Give money back. */
  readonly invoicesRefund: {
    readonly input: InvoicesRefundRequest;
    readonly answer: RefundAnswer;
  };
  /** List tasks about documents. */
  readonly reportsTasks: {
    readonly input: {
      /** Items a page. */
      readonly limit?: number;
      /** A cursor: the page that follows this item. */
      readonly starting_after?: string;
      /** A cursor: the page directly before this item. */
      readonly ending_before?: string;
      /** Only entries in this state. */
      readonly state?: 'open' | 'done';
    };
    readonly answer: TasksAnswer;
  };
  /** Say that a task is done. */
  readonly reportsFinishTask: {
    readonly input: ReportsFinishTaskRequest;
    readonly answer: TaskAnswer;
  };
  /** List differences. */
  readonly reportsDifferences: {
    readonly input: {
      /** Items a page. */
      readonly limit?: number;
      /** A cursor: the page that follows this item. */
      readonly starting_after?: string;
      /** A cursor: the page directly before this item. */
      readonly ending_before?: string;
      /** Only differences of this kind. */
      readonly kind?:
        | 'charged_after_cancellation'
        | 'plan_differs'
        | 'status_differs'
        | 'charge_without_invoice'
        | 'unknown_at_provider'
        | 'unknown_here'
        | 'second_subscription'
        | 'refund_unconfirmed';
      /** Only entries in this state. */
      readonly state?: 'open' | 'closed';
    };
    readonly answer: DifferencesAnswer;
  };
  /** Read the account. */
  readonly accountGet: {
    readonly input: object;
    readonly answer: AccountAnswer;
  };
  /** Take over the payment provider's plans. */
  readonly plansSync: {
    readonly input: object;
    readonly answer: SyncPlansAnswer;
  };
  /** List the key pairs. */
  readonly accountListKeys: {
    readonly input: {
      /** Items a page. */
      readonly limit?: number;
      /** A cursor: the page that follows this item. */
      readonly starting_after?: string;
      /** A cursor: the page directly before this item. */
      readonly ending_before?: string;
    };
    readonly answer: KeysAnswer;
  };
  /** Make a key pair. */
  readonly accountCreateKey: {
    readonly input: AccountCreateKeyRequest;
    readonly answer: KeyAnswer;
  };
  /** Revoke a key pair. */
  readonly accountRevokeKey: {
    readonly input: AccountRevokeKeyRequest;
    readonly answer: KeyAnswer;
  };
  /** Rotate a key pair. */
  readonly accountRotateKey: {
    readonly input: AccountRotateKeyRequest;
    readonly answer: KeyAnswer;
  };
  /** List events. */
  readonly eventsList: {
    readonly input: {
      /** Items a page. */
      readonly limit?: number;
      /** A cursor: the page that follows this item. */
      readonly starting_after?: string;
      /** A cursor: the page directly before this item. */
      readonly ending_before?: string;
      /** Only events of this type. */
      readonly type?:
        | 'SUBSCRIBED'
        | 'DID_RENEW'
        | 'DID_FAIL_TO_RENEW'
        | 'DID_CHANGE_RENEWAL_STATUS'
        | 'DID_CHANGE_RENEWAL_PREF'
        | 'EXPIRED';
      /** Only entries in this state. */
      readonly state?: 'PENDING' | 'DELIVERED' | 'EXHAUSTED' | 'SKIPPED';
      /** Our id of the subscriber, as `sub_…` or as a UUID. */
      readonly 'svc-id'?: string;
      /** From this moment on, ISO 8601 with its zone; inclusive. A date is a day in Istanbul, and means its first instant. */
      readonly from?: string;
      /** Up to this moment, ISO 8601 with its zone; inclusive. A date is a day in Istanbul, and includes it to its last instant. */
      readonly to?: string;
    };
    readonly answer: EventListAnswer;
  };
  /** Read an event. */
  readonly eventsGet: {
    readonly input: {
      /** The id of an event. */
      readonly 'event-id': string;
    };
    readonly answer: EventAnswer;
  };
  /** Follow the events. */
  readonly eventsFeed: {
    readonly input: {
      /** An event id: only events after it; from the oldest stored by default. */
      readonly after?: string;
      /** Items a page. */
      readonly limit?: number;
    };
    readonly answer: FeedAnswer;
  };
  /** Deliver events once more. */
  readonly eventsReplay: {
    readonly input: EventsReplayRequest;
    readonly answer: ReplayStartedAnswer;
  };
  /** Ask how far a replay is. */
  readonly eventsReplayProgress: {
    readonly input: {
      /** The id of a replay. */
      readonly 'replay-id': string;
    };
    readonly answer: ReplayAnswer;
  };
  /** Set the webhook. */
  readonly accountSetWebhook: {
    readonly input: AccountSetWebhookRequest;
    readonly answer: WebhookSetAnswer;
  };
  /** Remove the webhook. */
  readonly accountClearWebhook: {
    readonly input: object;
    readonly answer: NothingAnswer;
  };
  /** Rotate the webhook secret. */
  readonly accountRotateWebhookSecret: {
    readonly input: AccountRotateWebhookSecretRequest;
    readonly answer: WebhookAnswer;
  };
  /** Finish a rotation. */
  readonly accountFinishRotation: {
    readonly input: object;
    readonly answer: WebhookAnswer;
  };
  /** Send an example to the webhook. */
  readonly accountTestWebhook: {
    readonly input: AccountTestWebhookRequest;
    readonly answer: WebhookTestAnswer;
  };
  /** Read the brand. */
  readonly accountGetBrand: {
    readonly input: object;
    readonly answer: BrandAnswer;
  };
  /** Change the brand. */
  readonly accountSetBrand: {
    readonly input: AccountSetBrandRequest;
    readonly answer: BrandAnswer;
  };
  /** Open the customer portal. */
  readonly portalCreateSession: {
    readonly input: PortalCreateSessionRequest;
    readonly answer: PortalSessionAnswer;
  };
  /** Read what the customer portal offers. */
  readonly accountGetPortal: {
    readonly input: object;
    readonly answer: PortalSettingsAnswer;
  };
  /** Set what the customer portal offers. */
  readonly accountSetPortal: {
    readonly input: AccountSetPortalRequest;
    readonly answer: PortalSettingsAnswer;
  };
  /** Connect the payment provider. */
  readonly accountSetPayment: {
    readonly input: AccountSetPaymentRequest;
    readonly answer: PaymentAnswer;
  };
  /** Connect the invoicing provider. */
  readonly accountSetInvoicing: {
    readonly input: AccountSetInvoicingRequest;
    readonly answer: InvoicingAnswer;
  };
  /** List all plans. */
  readonly accountListPlans: {
    readonly input: {
      /** From 1. */
      readonly page?: number;
      /** Plans a page. */
      readonly pageSize?: number;
      /** Only plans of this product. */
      readonly productReference?: string;
    };
    readonly answer: OwnPlansAnswer;
  };
  /** Set what only we know of a plan. */
  readonly accountSetPlan: {
    readonly input: AccountSetPlanRequest;
    readonly answer: OwnPlanAnswer;
  };
  /** Read how failed renewals are recovered. */
  readonly accountGetRecovery: {
    readonly input: object;
    readonly answer: RecoveryAnswer;
  };
  /** Set how failed renewals are recovered. */
  readonly accountSetRecovery: {
    readonly input: AccountSetRecoveryRequest;
    readonly answer: RecoveryAnswer;
  };
  /** Set the chat address. */
  readonly accountSetChat: {
    readonly input: AccountSetChatRequest;
    readonly answer: AddressAnswer;
  };
  /** Remove the chat address. */
  readonly accountClearChat: {
    readonly input: object;
    readonly answer: NothingAnswer;
  };
}

/** Where each operation is. */
export const OPERATIONS = {
  plansList: { method: 'GET', path: '/plans/list' },
  checkoutInitialize: { method: 'POST', path: '/checkout/initialize' },
  checkoutInitializeDirect: { method: 'POST', path: '/checkout/initialize-direct' },
  checkoutUpdateCard: { method: 'POST', path: '/checkout/update-card' },
  access: { method: 'GET', path: '/access' },
  subscribersCheck: { method: 'GET', path: '/subscribers/check' },
  subscribersGet: { method: 'GET', path: '/subscribers' },
  subscribersChangePlan: { method: 'PUT', path: '/subscribers' },
  subscribersCancel: { method: 'DELETE', path: '/subscribers' },
  subscribersInvoices: { method: 'GET', path: '/subscribers/invoices' },
  subscribersList: { method: 'GET', path: '/subscribers/list' },
  subscribersTimeline: { method: 'GET', path: '/subscribers/timeline' },
  subscribersPreviewChange: { method: 'POST', path: '/subscribers/preview-change' },
  subscribersGetCustomer: { method: 'GET', path: '/subscribers/customer' },
  subscribersCorrectCustomer: { method: 'PUT', path: '/subscribers/customer' },
  subscribersUndoCancel: { method: 'POST', path: '/subscribers/undo-cancel' },
  subscribersRetryPayment: { method: 'POST', path: '/subscribers/retry-payment' },
  subscribersErase: { method: 'POST', path: '/subscribers/erase' },
  invoicesGet: { method: 'GET', path: '/invoices' },
  invoicesRefunds: { method: 'GET', path: '/invoices/refunds' },
  invoicesRefund: { method: 'POST', path: '/invoices/refund' },
  reportsTasks: { method: 'GET', path: '/reports/tasks' },
  reportsFinishTask: { method: 'POST', path: '/reports/tasks/done' },
  reportsDifferences: { method: 'GET', path: '/reports/differences' },
  accountGet: { method: 'GET', path: '/account' },
  plansSync: { method: 'POST', path: '/plans/sync' },
  accountListKeys: { method: 'GET', path: '/account/keys' },
  accountCreateKey: { method: 'POST', path: '/account/keys' },
  accountRevokeKey: { method: 'DELETE', path: '/account/keys' },
  accountRotateKey: { method: 'POST', path: '/account/keys/rotate' },
  eventsList: { method: 'GET', path: '/events/list' },
  eventsGet: { method: 'GET', path: '/events' },
  eventsFeed: { method: 'GET', path: '/events/feed' },
  eventsReplay: { method: 'POST', path: '/events/replay' },
  eventsReplayProgress: { method: 'GET', path: '/events/replay' },
  accountSetWebhook: { method: 'PUT', path: '/account/webhook' },
  accountClearWebhook: { method: 'DELETE', path: '/account/webhook' },
  accountRotateWebhookSecret: { method: 'POST', path: '/account/webhook/rotate' },
  accountFinishRotation: { method: 'POST', path: '/account/webhook/finish-rotation' },
  accountTestWebhook: { method: 'POST', path: '/account/webhook/test' },
  accountGetBrand: { method: 'GET', path: '/account/brand' },
  accountSetBrand: { method: 'PUT', path: '/account/brand' },
  portalCreateSession: { method: 'POST', path: '/portal/sessions' },
  accountGetPortal: { method: 'GET', path: '/account/portal' },
  accountSetPortal: { method: 'PUT', path: '/account/portal' },
  accountSetPayment: { method: 'PUT', path: '/account/payment' },
  accountSetInvoicing: { method: 'PUT', path: '/account/invoicing' },
  accountListPlans: { method: 'GET', path: '/account/plans' },
  accountSetPlan: { method: 'PUT', path: '/account/plans' },
  accountGetRecovery: { method: 'GET', path: '/account/recovery' },
  accountSetRecovery: { method: 'PUT', path: '/account/recovery' },
  accountSetChat: { method: 'PUT', path: '/account/chat' },
  accountClearChat: { method: 'DELETE', path: '/account/chat' },
} as const satisfies Record<keyof Operations, { method: string; path: string }>;
