import type { RowType } from './records.ts';

/** What the API knows of one kind of record: its model's name, and what lists may be asked for. */
export interface Kind {
  readonly model: string;
  readonly filters: readonly string[];
  readonly includes: readonly string[];
  readonly sorts: readonly string[];
  readonly defaultSort: string;
  /** The relations that every record shows, with or without data. */
  readonly relations: readonly string[];
}

const plain = { includes: [], sorts: ['id'], defaultSort: '-id', relations: [] } as const;

/** The kinds of records: how each is filtered, sorted and related. */
export const kinds = {
  contacts: {
    model: 'Contact',
    filters: ['name', 'email', 'tax_number', 'tax_office', 'city', 'account_type'],
    includes: ['category', 'contact_portal', 'contact_people'],
    sorts: ['id', 'balance', 'name', 'email'],
    defaultSort: '-balance',
    relations: ['category', 'contact_portal', 'contact_people'],
  },
  products: {
    ...plain,
    model: 'Product',
    filters: ['name', 'code'],
    includes: ['category'],
    sorts: ['id', 'name'],
    relations: ['category'],
  },
  accounts: {
    ...plain,
    model: 'Account',
    filters: ['name', 'currency', 'iban', 'bank_name', 'account_type'],
    sorts: ['id', 'name'],
  },
  sales_invoices: {
    model: 'SalesInvoice',
    filters: [
      'due_date',
      'issue_date',
      'currency',
      'remaining',
      'contact_id',
      'invoice_id',
      'invoice_series',
      'item_type',
      'print_status',
      'payment_status',
    ],
    includes: [
      'category',
      'contact',
      'details',
      'details.product',
      'payments',
      'payments.transaction',
      'tags',
      'sharings',
      'recurrence_plan',
      'active_e_document',
    ],
    sorts: ['id', 'issue_date', 'due_date', 'remaining', 'remaining_in_trl', 'description', 'net_total'],
    defaultSort: 'id',
    relations: [
      'category',
      'contact',
      'details',
      'payments',
      'tags',
      'activities',
      'refund_of',
      'refunds',
      'sharings',
      'active_e_document',
      'recurrence_of',
      'shipment_documents',
      'sales_offer',
      'price_list',
      'operated_by',
    ],
  },
  sales_invoice_details: {
    ...plain,
    model: 'SalesInvoiceDetail',
    filters: [],
    relations: ['product', 'warehouse'],
  },
  payments: { ...plain, model: 'Payment', filters: [], relations: ['payable', 'transaction'] },
  transactions: { ...plain, model: 'Transaction', filters: [], relations: ['debit_account', 'payments'] },
  e_archives: {
    ...plain,
    model: 'EArchive',
    filters: [],
    includes: ['sales_invoice'],
    relations: ['sales_invoice'],
  },
  e_invoices: {
    ...plain,
    model: 'EInvoice',
    filters: [],
    includes: ['invoice'],
    relations: ['invoice'],
  },
  trackable_jobs: { ...plain, model: 'TrackableJob', filters: [] },
  e_invoice_inboxes: { ...plain, model: 'EInvoiceInbox', filters: ['vkn'] },
} as const satisfies Record<RowType, Kind>;
