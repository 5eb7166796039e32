import { describe, expect, it } from 'vitest';
import { presign } from '../../../lib/documents/presign.ts';

const identity = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};
const how = {
  identity,
  region: 'us-east-1',
  at: Date.UTC(2013, 4, 24),
  expiresInSeconds: 86_400,
};
const target = new URL('https://examplebucket.s3.amazonaws.com/test.txt');

describe('A signed link', () => {
  it('equals the worked example in the documentation of S3', () => {
    expect(presign('GET', target, how)).toBe(
      'https://examplebucket.s3.amazonaws.com/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256' +
        '&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request' +
        '&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host' +
        '&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
    );
  });

  it('names the session of temporary credentials and is another for each session', () => {
    const links = ['one/+=', 'two'].map((sessionToken) =>
      presign('GET', target, { ...how, identity: { ...identity, sessionToken } }),
    );
    expect(links[0]).toContain('&X-Amz-Security-Token=one%2F%2B%3D&X-Amz-SignedHeaders=host&');
    const signatures = links.map((link) => new URL(link).searchParams.get('X-Amz-Signature'));
    expect(new Set(signatures).size).toBe(2);
  });

  it('of a list signs what the list is of', () => {
    const list = (prefix: string) =>
      new URL(presign('GET', new URL(`/?list-type=2&prefix=${prefix}`, target), how)).searchParams;
    expect([...list('a/').keys()].slice(-3)).toEqual(['list-type', 'prefix', 'X-Amz-Signature']);
    expect(list('a/').get('X-Amz-Signature')).not.toBe(list('b/').get('X-Amz-Signature'));
  });

  it('is for one method, object, region, moment and span alone', () => {
    const signatures = [
      presign('GET', target, how),
      presign('PUT', target, how),
      presign('GET', new URL('/other.txt', target), how),
      presign('GET', target, { ...how, region: 'eu-central-1' }),
      presign('GET', target, { ...how, at: how.at + 1_000 }),
      presign('GET', target, { ...how, expiresInSeconds: 60 }),
    ].map((link) => new URL(link).searchParams.get('X-Amz-Signature'));
    expect(new Set(signatures).size).toBe(6);
  });
});
