/** The one file for pages without a build step: it registers every element and brings the client along. */
import './define.ts';

export * from './index.ts';
