/** Everything for pages without a build step: registers every element, and exports all classes and sign-in. */
import './define.ts';

export * from './index.ts';
export { browserOAuth, completeSignIn } from '@mcp-web/client/oauth';
