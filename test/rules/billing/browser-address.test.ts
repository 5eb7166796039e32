import { describe, expect, it } from 'vitest';
import { browserAddress } from '../../../lib/billing/browser-address.ts';
import { invalid, refusalOf } from '../wire/given.ts';

const OWN = 'https://billing.example';
const callbackUrl = (given: string, localRun: boolean, named: readonly string[] = []) =>
  browserAddress('callbackUrl', given, { named, own: OWN, localRun });

describe('the address a customer is sent back to', () => {
  it.each([
    'https://shop.example',
    'https://shop.example/done?order=5&x=%20#top',
    'HTTPS://Shop.example:443/a/../b',
    'https://localhost/done',
    'https://my_shop.example./done',
    'https://[2a00::1]:8443/done',
    'https://192.0.2.1/done',
  ])('stays as it was given: %s', (given) => {
    expect(callbackUrl(given, false)).toBe(given);
    expect(callbackUrl(given, true)).toBe(given);
  });

  it.each([
    ['https://shop.example/a\r\nset-cookie: b', 'https://shop.example/aset-cookie:%20b'],
    ['https://shop.example/my order', 'https://shop.example/my%20order'],
    ['https://bücher.example/teşekkürler', 'https://xn--bcher-kva.example/te%C5%9Fekk%C3%BCrler'],
  ])('is written as a browser would where a header could not hold it: %j', (given, written) => {
    expect(callbackUrl(given, false)).toBe(written);
  });

  it.each(['http://localhost:3000', 'http://127.0.0.1/back', 'http://[::1]:8080/'])(
    'may be on the same machine only in a local run: %s',
    (given) => {
      expect(callbackUrl(given, true)).toBe(given);
      expect(refusalOf(() => callbackUrl(given, false))).toEqual(
        invalid('callbackUrl', 'must be an https URL'),
      );
    },
  );

  it.each([
    ['shop.example/done', 'must be an absolute URL'],
    ['/done', 'must be an absolute URL'],
    ['https://', 'must be an absolute URL'],
    ['http://shop.example/', 'must be an https URL'],
    ['http://127.0.0.2/', 'must be an https URL'],
    ['http://localhost.example/', 'must be an https URL'],
    ['ftp://localhost/', 'must be an https URL'],
    ['javascript:alert(1)', 'must be an https URL'],
    ['data:text/html,x', 'must be an https URL'],
    ['https://user@shop.example/', 'must not contain user information'],
    ['https://:secret@shop.example/', 'must not contain user information'],
    ['https://user:secret@shop.example/', 'must not contain user information'],
    ['https://shop.example;sandbox/', 'must have a host name or an IP address'],
    ["https://shop.example,default-src'none'/", 'must have a host name or an IP address'],
    ['https://*/', 'must have a host name or an IP address'],
    ['https://shop..example/', 'must have a host name or an IP address'],
    ...[
      'https:shop.example/done',
      'https:/shop.example/done',
      'https:///shop.example/done',
      'https:\\\\shop.example/done',
      'https://shop.example\\done',
      'https://shop.example\\.evil.example/',
      'https://shop.example/a?b=\\',
      'https:shop.example?to=https://a.example',
    ].map((given) => [given, 'must begin with https:// and a host, and contain no backslash']),
  ])('is refused, in a local run too: %s', (given, message) => {
    expect(refusalOf(() => callbackUrl(given, true))).toEqual(invalid('callbackUrl', message));
  });

  it('is refused where it is too long for a header only as browsers encode it', () => {
    const fits = `https://shop.example/${'ş'.repeat(337)}`;
    expect(callbackUrl(fits, false)).toHaveLength(21 + 6 * 337);
    const message = 'must be at most 2048 characters as browsers encode it';
    expect(refusalOf(() => callbackUrl(`${fits}ş`, false))).toEqual(invalid('callbackUrl', message));
  });

  it('is at a host that the tenant has named, if it has named any, or at our own address', () => {
    const named = ['shop.example'];
    for (const given of [
      'https://shop.example/a',
      'https://SHOP.example:8443/',
      `${OWN}/portal/done?what=card`,
    ])
      expect(callbackUrl(given, false, named)).toBe(given);
    const message = "must be at one of the account's callback hosts: shop.example";
    for (const given of ['https://evil.example', 'https://billing.example:444/', 'https://a.shop.example/'])
      expect(refusalOf(() => callbackUrl(given, false, named))).toEqual(invalid('callbackUrl', message));
  });
});
