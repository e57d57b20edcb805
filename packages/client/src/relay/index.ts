/** The relay, for a backend or an edge platform. Pages need only its address. */
export { relay, type RelayOptions } from './relay.ts';
