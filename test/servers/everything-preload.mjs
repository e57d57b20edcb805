// Loaded before server-everything, which listens on a fixed port of all interfaces. Replaces that by a free port of the
// loopback interface, tells it to the parent, and ends when the parent ends, for whatever reason.
import { Server } from 'node:net';
import { KEEP_ALIVE_MS } from './listen.mjs';

const listen = Server.prototype.listen;
Server.prototype.listen = function listenOnLoopback(_port, ...rest) {
  this.keepAliveTimeout = KEEP_ALIVE_MS;
  this.once('listening', () => process.send({ port: this.address().port }));
  return listen.call(this, 0, '127.0.0.1', ...rest.filter((argument) => typeof argument === 'function'));
};
process.once('disconnect', () => process.exit());
