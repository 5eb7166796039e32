import type { Failure, RefusalCode } from './generated.ts';

/** The service said no. Act on the code; the message is for people. */
export class BillingRefusal extends Error {
  override readonly name = 'BillingRefusal';
  /** A code of the catalogue; newer ones than this client's are possible. */
  readonly code: RefusalCode | (string & Record<never, never>);
  /** The HTTP status. */
  readonly status: number;
  /** What is wrong with which field, where it can be told. */
  readonly details: NonNullable<Failure['details']>;
  /** The payment provider's own code, where it refused. */
  readonly providerErrorCode: string | undefined;
  /** With `payment_outcome_unknown` and `operation_in_progress`: the reference to ask again with. */
  readonly clientReferenceId: string | undefined;
  /** Quote it when you ask us. */
  readonly requestId: string | undefined;
  /** The key that the request was sent with: the same request with it is carried out at most once. */
  readonly idempotencyKey: string | undefined;

  constructor(
    status: number,
    failure: Failure,
    sent: { readonly requestId: string | undefined; readonly idempotencyKey: string | undefined },
  ) {
    super(failure.errorMessage);
    this.code = failure.errorCode;
    this.status = status;
    this.details = failure.details ?? [];
    this.providerErrorCode = failure.providerErrorCode;
    this.clientReferenceId = failure.clientReferenceId;
    this.requestId = sent.requestId;
    this.idempotencyKey = sent.idempotencyKey;
  }

  /** Whether it is this refusal, by its code: an editor completes the codes. */
  is(code: RefusalCode): boolean {
    return this.code === code;
  }
}

/**
 * No answer came, or none that can be read, on the last try either. A write may have been carried out all the same: send
 * it again with the same `idempotencyKey` to get its outcome.
 */
export class BillingUnreachable extends Error {
  override readonly name = 'BillingUnreachable';
  readonly idempotencyKey: string | undefined;

  constructor(what: string, cause: unknown, idempotencyKey: string | undefined) {
    super(what, { cause });
    this.idempotencyKey = idempotencyKey;
  }
}
