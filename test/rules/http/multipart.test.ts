import { describe, expect, it } from 'vitest';
import { isMultipart, multipartIn } from '../../../lib/http/multipart.ts';

const TYPE = 'multipart/form-data; boundary=----x1';

/** A form as a browser sends it, a character for each byte. */
async function sentBy(form: FormData): Promise<{ type: string; body: string }> {
  const request = new Request('http://service.test', { method: 'POST', body: form });
  const bytes = Buffer.from(await request.arrayBuffer());
  return { type: request.headers.get('content-type')!, body: bytes.toString('latin1') };
}

describe('a form with files', () => {
  it('has the texts and the bytes that were sent, whatever they are', async () => {
    const every = Uint8Array.from({ length: 256 }, (_, at) => at);
    const form = new FormData();
    form.set('csrf', 'Işık');
    form.set('logo', new Blob([every, '\r\n\r\n--', every]), 'a "b".png');
    const { type, body } = await sentBy(form);
    expect(isMultipart(type)).toBe(true);
    const [text, file] = multipartIn(type, body);
    expect([text!.name, text!.isFile, Buffer.from(text!.bytes).toString()]).toEqual(['csrf', false, 'Işık']);
    expect([file!.name, file!.isFile]).toEqual(['logo', true]);
    expect(Buffer.from(file!.bytes)).toEqual(Buffer.concat([every, Buffer.from('\r\n\r\n--'), every]));
  });

  it.each([
    ['no boundary', 'multipart/form-data', '--x\r\n\r\na'],
    ['another boundary', TYPE, '--other\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n--other--'],
    ['a part without a name', TYPE, '------x1\r\ncontent-disposition: form-data\r\n\r\nb\r\n------x1--'],
    ['a part without a body', TYPE, '------x1\r\ncontent-disposition: form-data; name="a"\r\n------x1--'],
    ['nothing at all', TYPE, ''],
  ])('has nothing where there is %s', (_what, type, body) => {
    expect(multipartIn(type, body)).toEqual([]);
  });
});
