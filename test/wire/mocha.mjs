// Fails each test in which a client sent something that the specification does not allow, whatever else the test shows.
import { takeComplaints } from './outbox.mjs';

globalThis.failForWhatLeaves = ({ Runner }) => {
  const { run, runTest } = Runner.prototype;
  Runner.prototype.runTest = function runTestAndCheck(done) {
    return runTest.call(this, async (failure) => done(failure ?? (await verdict())));
  };
  Runner.prototype.run = function runAndCheck(...args) {
    // What was sent after the last test, in its hooks.
    this.suite.afterAll(async () => {
      const error = await verdict();
      if (error) throw error;
    });
    return run.apply(this, args);
  };
};

async function verdict() {
  const complaints = await takeComplaints();
  return complaints.length > 0
    ? new Error(`What left the client is not as the specification has it:\n${[...new Set(complaints)].join('\n')}`)
    : undefined;
}
