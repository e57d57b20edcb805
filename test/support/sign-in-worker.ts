/** A worker that tries to sign in, and posts the outcome. */
import { AuthError } from '../../packages/client/src/errors.ts';
import { browserOAuth } from '../../packages/client/src/oauth/browser/browser-oauth.ts';
import { memoryVault } from '../../packages/client/src/oauth/store/vault.ts';

const auth = browserOAuth({ redirectUri: '/signed-in.html', vault: memoryVault() });
try {
  await auth.signIn('https://worker.example/mcp');
} catch (error) {
  postMessage(error instanceof AuthError ? { reason: error.reason, message: error.message } : String(error));
}
