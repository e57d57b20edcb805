import '@mcp-web/elements/content/define';
import '@mcp-web/elements/schema-form/define';
import { connectInWorker } from '@mcp-web/client/worker';

const find = (id) => document.getElementById(id);
const [status, tools, form, run, result] = ['status', 'tools', 'form', 'run', 'result'].map(find);
const [prompts, insert, message, log, consent] = ['prompts', 'insert', 'message', 'log', 'consent'].map(find);

const client = await connectInWorker(new URLSearchParams(location.search).get('server'));
// A worker does not know when its page is left.
addEventListener('pagehide', () => void client.close());
client.addEventListener('log', ({ message: { level, data } }) => {
  const line = document.createElement('li');
  line.textContent = `${level}: ${JSON.stringify(data)}`;
  log.append(line);
});
await client.setLogLevel('debug');

const schemas = new Map();
for await (const tool of client.tools()) {
  schemas.set(tool.name, tool.inputSchema);
  tools.add(new Option(tool.title ?? tool.name, tool.name));
}
for await (const { name, title } of client.prompts()) prompts.add(new Option(title ?? name, name));

const showForm = () => (form.schema = schemas.get(tools.value));
showForm();
tools.addEventListener('change', showForm);
run.addEventListener('click', () => void callTool());
insert.addEventListener('click', () => void insertPrompt());
status.textContent = `Connected to ${client.server.identity?.name ?? 'the server'}`;

async function callTool() {
  if (!form.reportValidity() || !(await isAllowed(tools.value, form.value))) return;
  try {
    result.result = await client.callTool(tools.value, form.value);
  } catch (error) {
    status.textContent = error.message;
  }
}

/** Nothing asks the user here except your own code. */
function isAllowed(tool, args) {
  consent.querySelector('p').textContent = `Run ${tool} with ${JSON.stringify(args)}?`;
  consent.returnValue = '';
  consent.showModal();
  return new Promise((resolve) => {
    consent.addEventListener('close', () => resolve(consent.returnValue === 'allow'), { once: true });
  });
}

async function insertPrompt() {
  try {
    const { messages } = await client.getPrompt(prompts.value);
    message.value = messages.map(({ content }) => content.text ?? '').join('\n\n');
  } catch (error) {
    status.textContent = error.message;
  }
}
