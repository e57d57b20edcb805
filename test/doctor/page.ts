/** Shows the doctor for `?server=`, and with `&worker` what it says in a worker, in `#worker`. */
import '@mcp-web/elements/doctor/define';

const search = new URLSearchParams(location.search);
const server = search.get('server') ?? '';
const element = document.createElement('mcp-doctor');
element.src = server;
document.body.append(element);

if (search.has('worker')) {
  const output = document.createElement('output');
  output.id = 'worker';
  document.body.append(output);
  const worker = new Worker('/worker.js', { type: 'module' });
  worker.addEventListener('message', ({ data }) => (output.textContent = String(data)));
  worker.postMessage(server);
}
