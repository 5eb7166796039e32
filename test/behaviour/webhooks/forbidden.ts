/** Addresses and URLs that must never be called: one of each special range, its first and last where that is telling. */

export const SPECIAL_V4 = [
  '0.0.0.0',
  '0.255.255.255',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.127.255.255',
  '127.0.0.1',
  '127.0.0.53',
  '127.255.255.255',
  '169.254.0.1',
  '169.254.169.254',
  '169.254.170.2',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.0.2.1',
  '192.31.196.1',
  '192.52.193.1',
  '192.88.99.1',
  '192.168.0.1',
  '192.168.255.255',
  '192.175.48.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
] as const;

export const SPECIAL_V6 = [
  '::',
  '::1',
  '100::1',
  '2001::1',
  '2001:2::1',
  '2001:10::1',
  '2001:20::1',
  '2001:1ff:ffff::1',
  '2001:db8::1',
  '2620:4f:8000::1',
  '3fff::1',
  '3fff:fff:ffff::1',
  '4000::1',
  '5f00::1',
  'fc00::1',
  'fd00:ec2::254',
  'fdff:ffff::1',
  'fe80::1',
  'febf::1',
  'fec0::1',
  'ff02::1',
  'ff0e::1',
  'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
] as const;

export const PUBLIC_V4 = ['1.1.1.1', '8.8.8.8', '93.184.215.14', '100.63.255.255', '100.128.0.1', '126.255.255.255', '128.0.0.1', '172.15.255.255', '172.32.0.1', '192.0.1.1', '192.167.255.255', '192.169.0.1', '198.17.255.255', '198.20.0.1', '223.255.255.255'] as const; // prettier-ignore
export const PUBLIC_V6 = ['2000::1', '2001:200::1', '2001:4860:4860::8888', '2606:4700::1111', '2a00:1450::1', '2620:4f:8001::1', '3ffe::1'] as const; // prettier-ignore

/** One IPv4 address in all the ways a URL may spell it. */
export function spellings(address: string): string[] {
  const bytes = address.split('.').map(Number);
  const [a = 0, b = 0, c = 0, d = 0] = bytes;
  const whole = ((a * 256 + b) * 256 + c) * 256 + d;
  const octal = bytes.map((byte) => `0${byte.toString(8)}`);
  const hex = bytes.map((byte) => `0x${byte.toString(16)}`);
  return [
    address,
    `${address}.`,
    String(whole),
    `0x${whole.toString(16)}`,
    `0X${whole.toString(16).toUpperCase()}`,
    `0${whole.toString(8)}`,
    octal.join('.'),
    bytes.map((byte) => `000${byte.toString(8)}`).join('.'),
    hex.join('.'),
    `${a}.${whole % 2 ** 24}`,
    `${a}.${b}.${whole % 2 ** 16}`,
    [octal[0], b, hex[2], d].join('.'),
    address.replaceAll('.', '。'),
    address.replaceAll('.', '.'),
    address.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
    address.replaceAll('.', '%2e'),
    address.replaceAll(/./g, (character) => `%${character.charCodeAt(0).toString(16)}`),
  ];
}

/** IPv6 addresses that stand for, or lead to, an IPv4 address. */
export function wrapped(address: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  const [high, low] = [(a * 256 + b).toString(16), (c * 256 + d).toString(16)];
  const [notHigh, notLow] = [((a * 256 + b) ^ 0xffff).toString(16), ((c * 256 + d) ^ 0xffff).toString(16)];
  return [
    `::ffff:${address}`,
    `::ffff:${high}:${low}`,
    `0:0:0:0:0:FFFF:${high}:${low}`,
    `::ffff:0:${high}:${low}`,
    `::${high}:${low}`,
    `64:ff9b::${high}:${low}`,
    `64:ff9b:1::${high}:${low}`,
    `2002:${high}:${low}::1`,
    `2001:0:101:101::${notHigh}:${notLow}`,
    `fe80::5efe:${high}:${low}`,
  ];
}

/** URLs that are wrong in themselves; their hosts would resolve to public addresses. */
export const WRONG_URLS = [
  '',
  'hooks.example.com',
  '//hooks.example.com/',
  'https://',
  'https:// hooks.example.com/',
  'https://hooks.example.com:99999/',
  'https://hooks%00.example.com/',
  'https://[::1/',
  'https://[fe80::1%25eth0]/',
  'https://300.1.1.1/',
  'https://1.2.3.4.5/',
  'http://hooks.example.com/',
  'HTTP://hooks.example.com/',
  'http://hooks.example.com:443/',
  'ftp://hooks.example.com/',
  'file:///etc/passwd',
  'gopher://hooks.example.com/',
  'javascript:alert(1)',
  'data:text/plain,x',
  'ws://hooks.example.com/',
  'blob:https://hooks.example.com/x',
  'https://user@hooks.example.com/',
  'https://user:password@hooks.example.com/',
  'https://:password@hooks.example.com/',
  'https://127.0.0.1%40hooks.example.com@hooks.example.com/',
  'https://hooks.example.com:80/',
  'https://hooks.example.com:22/',
  'https://hooks.example.com:25/',
  'https://hooks.example.com:6379/',
  'https://hooks.example.com:8080/',
  'https://hooks.example.com:0/',
  'https://hooks.example.com./',
  'https://localhost/',
  'https://LOCALHOST/',
  'https://localhost./',
  'https://metadata/',
  'https://intranet:8443/',
  'https://hooks.localhost/',
  'https://printer.LOCAL/',
  'https://metadata.google.internal/',
  'https://router.home.arpa:8443/',
  'https://.com/',
  'https://hooks..example.com/',
  'https://hooks$.example.com/',
  `https://${'a'.repeat(64)}.example.com/`,
  `https://${'a'.repeat(61)}.${'b'.repeat(61)}.${'c'.repeat(61)}.${'d'.repeat(61)}.example/`,
  `https://hooks.example.com/${'a'.repeat(2_048)}`,
] as const;
