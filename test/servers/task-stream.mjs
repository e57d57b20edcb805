// `subscriptions/listen` with the status of tasks, which the official server does not have yet: it takes such requests out
// of its way, and leaves all others to it.

const EXTENSION = 'io.modelcontextprotocol/tasks';
const MISSING_CAPABILITY = -32021;
const SUBSCRIPTION_ID = 'io.modelcontextprotocol/subscriptionId';

export class TaskStream {
  /** @type {Set<{ taskIds: string[], hasLists: boolean, send: (method: string, params: object) => void }>} */
  #open = new Set();
  #tasks;

  /** @param {Map<string, unknown>} tasks those that exist, by id */
  constructor(tasks) {
    this.#tasks = tasks;
  }

  /** Serves `subscriptions/listen`, and passes on the rest. */
  async handle(req, res, pass) {
    let text = '';
    for await (const chunk of req.setEncoding('utf8')) text += chunk;
    const message = text === '' ? undefined : JSON.parse(text);
    if (message?.method === 'subscriptions/listen') this.#listen(message, req, res);
    else await pass(req, res, message);
  }

  announce(state) {
    for (const { taskIds, send } of this.#open) if (taskIds.includes(state.taskId)) send('notifications/tasks', state);
  }

  announceList() {
    for (const { hasLists, send } of this.#open) if (hasLists) send('notifications/tools/list_changed', {});
  }

  #listen({ id, params }, req, res) {
    const { taskIds: wanted = [], toolsListChanged } = params.notifications;
    const { extensions } = params._meta['io.modelcontextprotocol/clientCapabilities'];
    if (wanted.length > 0 && !extensions?.[EXTENSION]) {
      const data = { requiredCapabilities: { extensions: { [EXTENSION]: {} } } };
      const error = { code: MISSING_CAPABILITY, message: 'Missing required client capability', data };
      return void res
        .writeHead(400, { 'Content-Type': 'application/json' })
        .end(JSON.stringify({ jsonrpc: '2.0', id, error }));
    }
    const taskIds = wanted.filter((taskId) => this.#tasks.has(taskId));
    const hasLists = toolsListChanged === true;
    res.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache' });
    const send = (method, said) => {
      const message = { jsonrpc: '2.0', method, params: { ...said, _meta: { [SUBSCRIPTION_ID]: id } } };
      res.write(`data: ${JSON.stringify(message)}\n\n`);
    };
    const notifications = { ...(hasLists && { toolsListChanged: true }), ...(wanted.length > 0 && { taskIds }) };
    send('notifications/subscriptions/acknowledged', { notifications });
    const open = { taskIds, hasLists, send };
    this.#open.add(open);
    res.once('close', () => this.#open.delete(open));
  }
}
