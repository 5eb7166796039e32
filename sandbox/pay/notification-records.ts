/** One try to deliver a notification. */
export interface Delivery {
  at: number;
  url: string;
  signature: string | null;
  /** The receiver's HTTP status, or null where there was no answer. */
  status: number | null;
  error: string | null;
}

/** A notification to a merchant about an order, and how its delivery went. */
export interface Notification {
  id: string;
  merchantId: string;
  /** What the receiver deduplicates on: the same in a deliberate duplicate. */
  iyziReferenceCode: string;
  iyziEventType:
    | 'subscription.order.success'
    | 'subscription.order.failure'
    | 'REFUND_RETRY_SUCCESS'
    | 'REFUND_RETRY_FAILURE';
  iyziEventTime: number;
  subscriptionReferenceCode: string;
  orderReferenceCode: string;
  customerReferenceCode: string;
  /** Of a refund that was put off. */
  paymentId?: number | undefined;
  dropped: boolean;
  attempts: Delivery[];
}
