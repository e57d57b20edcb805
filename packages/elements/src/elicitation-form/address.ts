import type { ElicitationFormMessages } from './messages.ts';

/** An address in three parts, so that where it leads can be seen at a glance. */
export interface Address {
  /** As the browser would open it. */
  readonly href: string;
  readonly before: string;
  readonly host: string;
  readonly after: string;
  readonly warnings: readonly string[];
}

export function readAddress(text: ElicitationFormMessages, url: string): Address {
  const { href, protocol, username, password, hostname } = new URL(url);
  const user = username || password ? `${username}${password ? `:${password}` : ''}@` : '';
  const start = protocol.length + 2 + user.length;
  return {
    href,
    before: href.slice(0, start),
    host: hostname,
    after: href.slice(start + hostname.length),
    warnings: [
      protocol === 'https:' ? '' : text.unencrypted,
      user ? text.credentials : '',
      // What is not ASCII is written so in every address that a browser has read.
      /(^|\.)xn--/.test(hostname) ? text.lookalike : '',
      /^[\d.]+$|^\[/.test(hostname) ? text.unnamed : '',
    ].filter(Boolean),
  };
}
