/** Says what the doctor finds, for each address that is posted. */
import { diagnose } from '@mcp-web/client/doctor';

globalThis.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  void diagnose(String(data)).then(({ cause, message }) => globalThis.postMessage(`${cause}: ${message}`));
});
