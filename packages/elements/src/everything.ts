/** Everything for pages without a build step: registers every element, and exports all classes, the client and sign-in. */
import './define.ts';

export * from './index.ts';
export * from '@mcp-web/client';
export * from '@mcp-web/client/oauth';
