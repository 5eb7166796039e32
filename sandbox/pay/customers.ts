import { randomUUID } from 'node:crypto';
import { paged } from './catalogue.ts';
import { Refusal, type Answer } from './envelope.ts';
import { fieldsOf, optionalText, text, type Fields } from './fields.ts';
import type { Address, Customer, CustomerFields } from './records.ts';
import { customerView } from './views.ts';
import type { MerchantRequest, World } from './world.ts';

/** Numbers that the provider is known to reject as fake. */
const FAKE_NUMBERS: readonly string[] = ['+905555555555', '+905000000000'];

/** POST /customers. The same e-mail again is the same customer. */
export function createCustomer(world: World, { merchant, body }: MerchantRequest): Answer {
  return { data: customerView(customerFor(world, merchant.merchantId, readCustomer(body))) };
}

/** POST /customers/{reference}. */
export function updateCustomer(world: World, request: MerchantRequest): Answer {
  const customer = findCustomer(world, request.merchant.merchantId, request.params['reference']);
  Object.assign(customer, readCustomer(request.body));
  return { data: customerView(world.store.customers.put(customer.referenceCode, customer)) };
}

/** GET /customers/{reference}. */
export function readOneCustomer(world: World, { merchant, params }: MerchantRequest): Answer {
  return { data: customerView(findCustomer(world, merchant.merchantId, params['reference'])) };
}

/** GET /customers: a page, newest first. */
export function listCustomers(world: World, { merchant, query }: MerchantRequest): Answer {
  const customers = world.store.customers.newest(
    (each) => each.merchantId === merchant.merchantId && !each.deleted,
  );
  return paged(query, customers, customerView);
}

/** DELETE /customers/{reference}. */
export function deleteCustomer(world: World, { merchant, params }: MerchantRequest): Answer {
  const customer = findCustomer(world, merchant.merchantId, params['reference']);
  world.store.customers.put(customer.referenceCode, { ...customer, deleted: true });
  return undefined;
}

/** A customer of the merchant. Refuses with 200300 where there is none. */
export function findCustomer(world: World, merchantId: string, reference: string | undefined): Customer {
  const customer = world.store.customers.get(reference ?? '');
  if (customer?.merchantId !== merchantId || customer.deleted) throw new Refusal('200300');
  return customer;
}

/** The known customer whom these fields name, updated, or a new one. One known by the phone alone keeps the older e-mail. */
export function customerFor(world: World, merchantId: string, fields: CustomerFields): Customer {
  const { customerIdentity: by } = world.behaviour.of(merchantId);
  const known = world.store.customers.find(
    (each) =>
      each.merchantId === merchantId &&
      !each.deleted &&
      (by === 'phone' || each.email === fields.email) &&
      (by === 'email' || each.gsmNumber === fields.gsmNumber),
  );
  const customer: Customer = {
    ...(known ?? {
      merchantId,
      referenceCode: randomUUID(),
      createdDate: world.clock.now(),
      status: 'ACTIVE',
      deleted: false,
    }),
    ...fields,
    ...(known && { email: known.email }),
  };
  return world.store.customers.put(customer.referenceCode, customer);
}

/** Parses a customer. Throws the provider's `Refusal` for the wrong field. */
export function readCustomer(fields: Fields): CustomerFields {
  const email = text(fields, 'email', '3');
  if (!/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email)) throw new Refusal('5');
  const gsmNumber = text(fields, 'gsmNumber', '25');
  if (!/^\+90\d{10}$/.test(gsmNumber)) throw new Refusal('27');
  if (FAKE_NUMBERS.includes(gsmNumber)) throw new Refusal('200310');
  const identityNumber = text(fields, 'identityNumber', '8');
  if (!/^\d{11}$/.test(identityNumber)) throw new Refusal('18');
  const shipping = fields['shippingAddress'];
  return {
    name: text(fields, 'name'),
    surname: text(fields, 'surname'),
    identityNumber,
    email,
    gsmNumber,
    billingAddress: readAddress(fieldsOf(fields['billingAddress'])),
    shippingAddress:
      shipping === undefined || shipping === null ? undefined : readAddress(fieldsOf(shipping)),
  };
}

function readAddress(fields: Fields): Address {
  return {
    contactName: text(fields, 'contactName'),
    city: text(fields, 'city'),
    country: text(fields, 'country'),
    address: text(fields, 'address'),
    zipCode: optionalText(fields, 'zipCode'),
    district: optionalText(fields, 'district'),
  };
}
