// What a page loads to run an app, without its frame.
export { AppBridge, loadApp } from '@mcp-web/client/apps';
