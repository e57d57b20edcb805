import { assert } from 'chai';
import { encodeHeaderValue } from '../../../packages/client/src/transports/stateless-http.ts';
import { errorOf } from '../../support/errors.ts';

const VECTORS: [name: string, value: string, header: string][] = [
  ['a plain word', 'us-west1', 'us-west1'],
  ['interior spaces', 'us west 1', 'us west 1'],
  ['an empty string', '', ''],
  ['a single space', ' ', '=?base64?IA==?='],
  ['text beyond ASCII', 'Hello, 世界', '=?base64?SGVsbG8sIOS4lueVjA==?='],
  ['a space on both sides', ' padded ', '=?base64?IHBhZGRlZCA=?='],
  ['a leading space', ' us-west1', '=?base64?IHVzLXdlc3Qx?='],
  ['a trailing space', 'us-west1 ', '=?base64?dXMtd2VzdDEg?='],
  ['a line feed', 'line1\nline2', '=?base64?bGluZTEKbGluZTI=?='],
  ['carriage return and line feed', 'line1\r\nline2', '=?base64?bGluZTENCmxpbmUy?='],
  ['a leading tab', '\tindented', '=?base64?CWluZGVudGVk?='],
  ['an interior tab', 'a\tb', '=?base64?YQli?='],
  ['a delete character', 'x\x7fy', '=?base64?eH95?='],
  ['an accent', 'café', '=?base64?Y2Fmw6k=?='],
  ['a surrogate pair', '😀', '=?base64?8J+YgA==?='],
  ['what looks encoded already', '=?base64?literal?=', '=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?='],
  ['prefix and suffix that overlap', '=?base64?=', '=?base64?PT9iYXNlNjQ/PQ==?='],
  ['a prefix without its suffix', '=?base64?abc', '=?base64?abc'],
  ['an upper-case marker', '=?BASE64?abc?=', '=?BASE64?abc?='],
  ['a file URI', 'file:///projects/myapp/config.json', 'file:///projects/myapp/config.json'],
];

describe('a name or URI as a header value', () => {
  for (const [name, value, header] of VECTORS) {
    it(`writes ${name} so that a server reads it back [HD-20][HD-21][HD-22]`, () => {
      assert.equal(encodeHeaderValue(value), header);
    });
  }

  it('refuses half a surrogate pair, which header and body could not agree on', async () => {
    await errorOf((async () => encodeHeaderValue('a\ud800b'))(), 'invalid-argument');
  });
});
