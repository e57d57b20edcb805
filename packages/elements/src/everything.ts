/** All that pages without a build step can use, when they ask for all of it: every element, registered, and sign-in. */
import './define.ts';

export * from './index.ts';
export { browserOAuth, completeSignIn } from '@mcp-web/client/oauth';
