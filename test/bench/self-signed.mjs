// A certificate for 127.0.0.1 that nobody has signed: browsers speak HTTP/2 only over TLS, and this one is told to accept it.
import { Buffer } from 'node:buffer';
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** @returns {{ key: string, cert: string }} in PEM */
export function selfSigned() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const day = 86_400_000;
  const name = sequence(set(sequence(oid(2, 5, 4, 3), der(0x0c, Buffer.from('localhost')))));
  const algorithm = sequence(oid(1, 2, 840, 10045, 4, 3, 2));
  const serial = Buffer.concat([Buffer.from([1]), randomBytes(8)]);
  const unsigned = sequence(
    der(0x02, serial),
    algorithm,
    name,
    sequence(time(Date.now() - day), time(Date.now() + day)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const certificate = sequence(
    unsigned,
    algorithm,
    der(0x03, Buffer.concat([Buffer.of(0), sign('sha256', unsigned, privateKey)])),
  );
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  };
}

// DER: a tag, the length, the content.
function der(tag, content) {
  const { length } = content;
  const prefix = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...prefix), content]);
}

const sequence = (...parts) => der(0x30, Buffer.concat(parts));
const set = (...parts) => der(0x31, Buffer.concat(parts));
const time = (ms) => der(0x17, Buffer.from(`${new Date(ms).toISOString().replace(/\D/g, '').slice(2, 14)}Z`));

/** Each number in groups of seven bits, all but the last marked. The first two numbers share a byte. */
function oid(first, second, ...others) {
  const bytes = others.flatMap((number) => {
    const groups = [number & 0x7f];
    for (let rest = number >> 7; rest > 0; rest >>= 7) groups.unshift((rest & 0x7f) | 0x80);
    return groups;
  });
  return der(0x06, Buffer.of(first * 40 + second, ...bytes));
}
