/** Signed tokens that contain their own data, so that the worker knows them even after it was stopped. */
import * as z from 'zod';
import { signingKey } from './storage.ts';

const scope = z.array(z.string());
/** When it expires, in ms since 1970. */
const until = z.number();

/** A kind of token. A token of one kind is never accepted as another. */
interface Kind<M> {
  readonly name: string;
  readonly meaning: z.ZodType<M>;
}

/** A client's id: its registration. */
export const CLIENT = kind('client', z.object({ name: z.string(), redirectUris: z.array(z.string()) }));
/** A request that waits for the user's answer. Only the consent page has it. */
export const REQUEST = kind(
  'request',
  z.object({
    client: z.string(),
    redirectUri: z.string(),
    challenge: z.string(),
    scope,
    state: z.string().optional(),
    until,
  }),
);
export const CODE = kind(
  'code',
  z.object({ grant: z.string(), client: z.string(), redirectUri: z.string(), challenge: z.string(), scope, until }),
);
export const ACCESS = kind('access', z.object({ grant: z.string(), scope, until }));
export const REFRESH = kind(
  'refresh',
  z.object({ grant: z.string(), id: z.string(), client: z.string(), scope, until }),
);

function kind<M>(name: string, meaning: z.ZodType<M>): Kind<M> {
  return { name, meaning };
}

export async function signToken<M>({ name }: Kind<M>, value: M): Promise<string> {
  const text = toBase64Url(new TextEncoder().encode(JSON.stringify(value)));
  return `${text}.${toBase64Url(await crypto.subtle.sign('HMAC', await signingKey(), bytesToSign(name, text)))}`;
}

/** The data of a token; `undefined` if it is of another kind, not from this server, or expired. */
export async function readToken<M extends object>(
  { name, meaning }: Kind<M>,
  token: string | null,
): Promise<M | undefined> {
  const [text = '', signature = ''] = token?.split('.') ?? [];
  try {
    if (!(await crypto.subtle.verify('HMAC', await signingKey(), fromBase64Url(signature), bytesToSign(name, text))))
      return undefined;
    const value = meaning.parse(JSON.parse(new TextDecoder().decode(fromBase64Url(text))));
    return 'until' in value && !(Number(value.until) > Date.now()) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** A SHA-256 digest: for code challenges (RFC 7636, S256), and as a short name for something long. */
export async function digest(text: string): Promise<string> {
  return toBase64Url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}

function bytesToSign(name: string, text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`${name} ${text}`);
}

function toBase64Url(bytes: ArrayBuffer | Uint8Array): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
}
