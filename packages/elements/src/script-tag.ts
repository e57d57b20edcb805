/** The one file for pages without a build step: it registers every element and brings the client and sign-in along. */
import './define.ts';

export * from './index.ts';
export { browserOAuth, completeSignIn } from '@mcp-web/client/oauth';
