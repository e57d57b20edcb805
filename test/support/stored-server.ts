import { digestOfText } from '../../packages/client/src/wire/digest.ts';

/** Where the client stores what this server is. The name tells nobody the address. */
export async function nameOfStoredServer(url: string): Promise<string> {
  return `server ${await digestOfText(new URL(url).href)}`;
}
