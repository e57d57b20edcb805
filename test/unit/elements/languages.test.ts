import { assert } from 'chai';
import type { Messages } from '@mcp-web/elements';
import { registerMessages } from '@mcp-web/elements';
import '@mcp-web/elements/host/define';
import { arabic } from '@mcp-web/elements/messages/ar';
import { german } from '@mcp-web/elements/messages/de';
import { simplifiedChinese } from '@mcp-web/elements/messages/zh';
import '@mcp-web/elements/server/define';
import '@mcp-web/elements/tool-consent/define';
import { english as chat } from '../../../packages/elements/src/chat/messages.ts';
import { english as content } from '../../../packages/elements/src/content/messages.ts';
import { english as doctor } from '../../../packages/elements/src/doctor/messages.ts';
import { english as elicitationForm } from '../../../packages/elements/src/elicitation-form/messages.ts';
import { english as shared } from '../../../packages/elements/src/internal/text/shared-messages.ts';
import { english as activity } from '../../../packages/elements/src/activity/messages.ts';
import { english as logViewer } from '../../../packages/elements/src/log-viewer/messages.ts';
import { english as app } from '../../../packages/elements/src/app/messages.ts';
import { english as skillPicker } from '../../../packages/elements/src/skill-picker/messages.ts';
import { english as permissions } from '../../../packages/elements/src/permissions/messages.ts';
import { english as promptPicker } from '../../../packages/elements/src/prompt-picker/messages.ts';
import { english as resourcePicker } from '../../../packages/elements/src/resource-picker/messages.ts';
import { english as samplingReview } from '../../../packages/elements/src/sampling-review/messages.ts';
import { english as schemaForm } from '../../../packages/elements/src/schema-form/messages.ts';
import { english as server } from '../../../packages/elements/src/server/messages.ts';
import { english as requests } from '../../../packages/elements/src/requests/messages.ts';
import { english as tasks } from '../../../packages/elements/src/tasks/messages.ts';
import { english as servers } from '../../../packages/elements/src/servers/messages.ts';
import { english as roots } from '../../../packages/elements/src/roots/messages.ts';
import { english as toolCall } from '../../../packages/elements/src/tool-call/messages.ts';
import { english as toolConsent } from '../../../packages/elements/src/tool-consent/messages.ts';
import { english as tools } from '../../../packages/elements/src/tools/messages.ts';
import { serverUrl } from '../../support/servers.ts';
import { find, mount, textOf, unmount, until } from './page.ts';

const english: Messages = {
  shared,
  'schema-form': schemaForm,
  'elicitation-form': elicitationForm,
  content,
  'log-viewer': logViewer,
  'sampling-review': samplingReview,
  server,
  'prompt-picker': promptPicker,
  'resource-picker': resourcePicker,
  'tool-call': toolCall,
  tasks,
  requests,
  'tool-consent': toolConsent,
  tools,
  'skill-picker': skillPicker,
  permissions,
  roots,
  servers,
  doctor,
  chat,
  activity,
  app,
};

const template = toolConsent.title('Ada');

/** Arguments for messages that are functions; the compiler reports missing ones. */
const samples: Samples = {
  shared: {
    errorOf: ['network'],
    showAll: [7],
    showMore: [7],
    moreScopes: [7],
    moreRequests: [7],
    waitsForYou: ['Ada'],
    moreMembers: [7],
    imprecise: [7],
    notJson: ['Ada'],
    signInNamed: ['Ada'],
    retryNamed: ['Ada'],
    retryListsNamed: ['Ada'],
  },
  'schema-form': {
    optional: [4],
    problems: [4],
    asJsonNamed: ['Ada'],
    asFormNamed: ['Ada'],
    showMore: [7],
    folded: [7],
    unchecked: ['Ada'],
    addNamed: ['Ada'],
    removeNamed: ['Ada'],
    addItemTo: ['Ada'],
    item: [7],
    moveUpNamed: ['Ada'],
    moveDownNamed: ['Ada'],
    moved: ['Ada', 4, 7],
    removed: ['Ada'],
    added: ['Ada'],
    addMemberTo: ['Ada'],
    variant: ['Ada'],
    variantNumber: [7],
    format: ['Ada'],
    found: [7, 0],
    filterNamed: ['Ada'],
    picked: [7],
    zoneOf: ['Ada'],
    here: ['Ada'],
    nameTaken: ['Ada'],
    unnamedProblem: ['Ada', 'Grace'],
    tooShort: [7, 4],
    tooLong: [7, 9],
    tooSmall: [7],
    tooBig: [7],
    notAbove: [7],
    notBelow: [7],
    notMultiple: [7],
    tooFew: [7],
    tooMany: [7],
    tooFewItems: [7],
    tooManyItems: [7],
    notMatching: ['Ada'],
    unfit: ['Ada'],
  },
  'elicitation-form': {
    formTitle: [template],
    visitTitle: [template],
    unsupported: ['Ada'],
    waiting: [template],
    unseenRequests: [7],
    withdrawn: ['Ada'],
  },
  chat: {
    answered: ['Ada'],
    downloading: [7],
    emptyHint: [7],
    toRequests: [7],
    attached: ['Ada'],
    removed: ['Ada'],
    removeNamed: ['Ada'],
  },
  content: {
    rows: [5],
    moreRows: [100, 900],
    moreColumns: [20],
    saveNamed: ['Ada'],
    open: ['Ada'],
    more: [7],
    priority: [0.07],
    changed: ['Ada'],
    date: [new Date(0)],
    hiddenForAssistant: [7],
    openNamed: ['Ada'],
    pictureNotLoaded: ['Ada', 'Grace'],
    onDevice: ['Ada'],
    inNetwork: ['Ada'],
  },
  activity: {
    notOpened: ['Ada'],
    filtersWith: [7],
    saved: [7],
    shown: [4, 7],
    latest: [7],
    filtering: [7],
    dropped: [7],
    milliseconds: [7],
    size: [7],
    relay: ['Ada'],
    times: [4, 7],
    events: [7],
    eventOf: [7],
    confirmAgain: ['Ada', 'Grace'],
    sentAgain: ['Ada'],
    notSentAgain: ['Ada', 'Grace'],
  },
  'log-viewer': {
    took: [1_200],
    times: [7],
    storeHint: [10_000],
    filtersWith: [7],
    dropped: [7],
    levelFrom: ['Ada'],
    latest: [7],
    shown: [4, 7],
    filtering: [7],
    matches: [4, 7],
    finding: [7],
    levelOf: ['Ada'],
    levelRequested: ['Ada', 'Grace'],
    levelNotRequested: ['Ada', 'Grace'],
    saving: [7],
    saved: [7, 4],
  },
  'sampling-review': {
    requestTitle: ['Ada'],
    answerTitle: ['Ada'],
    write: ['Ada'],
    earlier: [7],
    removeMessage: [7],
    messageText: [7],
    toolRounds: [7],
    tools: [7],
    offerTool: ['Ada'],
    tokens: [7],
    answerText: [7],
    oneBlockOnly: ['Ada'],
  },
  server: {
    byRelay: [template],
    tools: [7],
    prompts: [7],
    resources: [7],
    requests: [7],
    mutedRequests: [7],
    removeNamed: ['Ada'],
    findCauseNamed: ['Ada'],
    retryAt: [0],
    retryNamed: ['Ada'],
    continueAt: [template],
    blocked: [template],
    signInTo: ['Ada', 'Grace'],
    cancelNamed: ['Ada'],
    signOutNamed: ['Ada'],
    signedIn: [template],
  },
  'prompt-picker': {
    skill: ['Ada'],
    loadingSkill: ['Ada'],
    skillsNotListed: ['Ada'],
    shownWithSkills: [7],
    shown: [7],
    active: ['Ada', 'Grace', 4, 7],
    arguments: ['Ada'],
    more: [7],
  },
  'resource-picker': { shown: [7], variables: ['Ada'], updatedAt: [0], priority: [7], changed: [0] },
  requests: { count: [7], consent: ['Ada'], skill: ['Ada'] },
  tasks: {
    running: [7],
    elapsed: [7_321],
    startedAt: [new Date(0)],
    keptUntil: [new Date(0)],
    progressOf: [3, 7],
    cancelNamed: ['Ada'],
    dismissNamed: ['Ada'],
    getResultNamed: ['Ada'],
    showMore: [7],
    changed: ['Ada', 'Done'],
  },
  'tool-call': {
    took: [7],
    running: [7],
    progressOf: [4, 7],
    cancelNamed: ['Ada'],
    retryNamed: ['Ada'],
  },
  'tool-consent': {
    title: ['Ada'],
    names: [2],
    longerTitle: ['Ada'],
    changed: [new Date(0)],
    stepUpTitle: ['Ada'],
    skillTitle: ['Ada'],
    skillChanged: [new Date(0)],
    skillFiles: [7, 1500],
  },
  tools: {
    shown: [4, 7],
    calledAt: [new Date(0)],
    resumeNamed: ['Ada'],
    forgetNamed: ['Ada'],
    enabled: [4, 7],
    form: ['Ada'],
    took: [7],
    progressOf: [4, 7],
    missing: ['Ada'],
    elapsed: [75],
    ended: ['Ada', 'Done'],
    showOutcomeNamed: ['Ada'],
    closeLinkedNamed: ['Ada'],
  },
  app: {
    app: ['Ada'],
    domains: ['https://ada.example'],
    violation: ['img-src', 'https://ada.example'],
    violations: [7],
    linkTitle: ['Ada'],
    messageTitle: ['Ada'],
  },
  'skill-picker': {
    useNamed: ['Ada'],
    used: ['Ada'],
    files: [7],
    refused: [7],
  },
  servers: {
    added: ['Ada', 7],
    onNamed: ['Ada'],
    reconnectNamed: ['Ada'],
    editNamed: ['Ada'],
    moveUpNamed: ['Ada'],
    moveDownNamed: ['Ada'],
    moved: ['Ada', 4, 7],
    removeNamed: ['Ada'],
    removed: ['Ada'],
    valueOf: ['Ada'],
    removeHeaderNamed: ['Ada'],
    template: ['Ada'],
    found: [7, 9],
    more: [7],
    needsHeader: ['Ada'],
    sendsHeader: ['Ada'],
    addSelected: [7],
  },
  roots: { removeNamed: ['Ada'], chooseFor: ['Ada'], askAgainNamed: ['Ada'], askTitle: ['Ada'] },
  permissions: {
    count: [7],
    always: [new Date(0)],
    session: [new Date(0)],
    revokeNamed: ['Ada'],
    revokeServerNamed: ['Ada'],
    confirm: [7],
    revoked: [7],
    choose: ['Ada'],
    chooseAll: ['Ada', 'Ada'],
    allowTitle: ['Ada'],
    allowSeveral: [7],
    skillCount: [7],
    changed: [7],
    skipped: [7],
  },
  doctor: {
    label: ['Ada'],
    sentenceOf: [{ cause: 'unreachable', address: 'Ada', isBlocking: true }],
    uncertaintyOf: [{ cause: 'unreachable', address: '', isBlocking: true }],
    others: [7],
    use: ['Ada'],
  },
};

/** Messages that are the same as in English, by language. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  de: [
    'activity.milliseconds',
    'activity.notSentAgain',
    'activity.server',
    'chat.label',
    'permissions.skills',
    'doctor.platform',
    'prompt-picker.skills',
    'schema-form.format',
    'schema-form.optional',
    'schema-form.memberName',
    'schema-form.types.string',
    'schema-form.unnamedProblem',
    'elicitation-form.server',
    'log-viewer.levelNotRequested',
    'log-viewer.times',
    'sampling-review.server',
    'roots.server',
    'sampling-review.prompt',
    'sampling-review.system',
    'server.website',
    'prompt-picker.label',
    'tool-consent.server',
    'tools.took',
    'tools.elapsed',
    'tools.ended',
    'tasks.elapsed',
    'tasks.changed',
    'tool-call.took',
    'tool-call.running',
  ],
  zh: ['activity.size', 'log-viewer.times', 'log-viewer.finding'],
  ar: ['activity.notSentAgain'],
};
const EVERYWHERE = [
  'activity.http',
  'activity.kinds.http',
  'schema-form.json',
  'schema-form.null',
  'schema-form.types.null',
  'tools.status.idle',
];

for (const [language, messages] of Object.entries({ de: german, zh: simplifiedChinese, ar: arabic })) {
  describe(`the messages in ${language}`, () => {
    it('are all there, and of the same kinds', () => {
      assert.deepEqual(shapeOf(messages), shapeOf(english));
    });

    it('contain the values that they are given', () => {
      const untold = told().filter(({ name, call, args }) => {
        const own = call(messages);
        const isTold = (argument: unknown) =>
          !call(english).includes(String(argument)) ||
          own.includes(String(argument)) ||
          own.includes(Number(argument).toLocaleString(language));
        return own.trim() === '' || /#|undefined|NaN/.test(own) || !args.every((argument) => isTold(argument))
          ? name
          : undefined;
      });
      assert.deepEqual(
        untold.map(({ name }) => name),
        [],
      );
    });

    it('have a plural form for every number', () => {
      for (const count of [0, 1, 2, 3, 11, 100, 1234]) {
        for (const { name, call, args } of told().filter(
          ({ args: [first] }) => typeof first === 'number' && Number.isInteger(first),
        )) {
          const said = call(messages, [count, ...args.slice(1)]);
          assert.notMatch(said, /^\s*$|#|undefined|NaN/, `${name}(${count})`);
        }
      }
    });

    it('are none of the English ones', () => {
      const englishTexts = textsOf(english);
      const same = [...textsOf(messages)]
        .filter(([name, said]) => said === englishTexts.get(name))
        .map(([name]) => name);
      assert.sameMembers(same, [...EVERYWHERE, ...(SAME[language] ?? [])]);
    });

    it('name their language wherever they format a number or a date', () => {
      assert.deepEqual(
        localesUsed(() => textsOf(messages)).filter(
          (locale) => typeof locale !== 'string' || !locale.startsWith(language),
        ),
        [],
      );
    });
  });
}

describe('an element', () => {
  before(() => {
    registerMessages('ar', arabic);
    registerMessages('zh', simplifiedChinese);
  });
  afterEach(unmount);

  const cases = [
    {
      lang: 'ar',
      dir: 'rtl',
      connected: 'متصل',
      question: 'هل تسمح بتشغيل « Echo »؟',
      deny: 'رفض',
      once: 'السماح مرة واحدة',
    },
    {
      lang: 'zh-CN',
      dir: 'ltr',
      connected: '已连接',
      question: '允许运行“ Echo ”吗？',
      deny: '拒绝',
      once: '允许一次',
    },
  ];
  for (const { lang, dir, connected, question, deny, once } of cases) {
    it(`speaks and reads as in lang="${lang}" dir="${dir}"`, async () => {
      mount(
        `<div lang="${lang}" dir="${dir}"><mcp-host><mcp-server src="${await serverUrl('dual')}"></mcp-server><mcp-tool-consent></mcp-tool-consent></mcp-host></div>`,
      );
      await until(() => textOf(find('mcp-server')).includes(connected), connected);
      const { host } = find('mcp-host');
      const { id } = await until(() => host.getSnapshot().servers.find(({ tools: offered }) => offered.length > 0));
      const ending = new AbortController();
      host.callTool(id, 'echo', { message: 'hi' }, { signal: ending.signal }).catch(() => {});
      const dialog = find('dialog', find('mcp-tool-consent').renderRoot);
      await until(() => dialog.open);
      const shown = textOf(dialog);
      for (const words of [question, deny, once]) assert.include(shown, words);
      assert.notInclude(`${textOf(find('mcp-server'))} ${shown}`, '‹U+');
      assert.equal(getComputedStyle(dialog).direction, dir);
      ending.abort();
      await until(() => !dialog.open);
    });
  }
});

type Samples = {
  [S in keyof Messages]: {
    [
      K in keyof Messages[S] as Messages[S][K] extends (...args: never[]) => unknown ? K : never
    ]: Messages[S][K] extends (...args: infer A) => unknown ? A : never;
  };
};

/** The text of a template, including the templates inside it. */
function wordsOf(said: unknown): string {
  if (typeof said !== 'object' || said === null || !('strings' in said) || !('values' in said)) return String(said);
  const { strings, values } = said;
  assert.isTrue(Array.isArray(strings) && Array.isArray(values));
  return (strings as string[])
    .map((part, index) => `${part}${index < (values as unknown[]).length ? wordsOf((values as unknown[])[index]) : ''}`)
    .join('')
    .replace(/<\/?bdi>/g, '');
}

interface Told {
  readonly name: string;
  readonly args: readonly unknown[];
  readonly call: (messages: Messages, args?: readonly unknown[]) => string;
}

function told(): Told[] {
  return Object.entries(samples).flatMap(([section, functions]) =>
    Object.entries(functions).map(([key, args]: [string, readonly unknown[]]) => ({
      name: `${section}.${key}`,
      args: args.map((argument) =>
        typeof argument === 'object' && !(argument instanceof Date) ? wordsOf(argument) : argument,
      ),
      call: (messages: Messages, others = args) => {
        const say: unknown = Reflect.get(Reflect.get(messages, section), key);
        if (typeof say !== 'function') assert.fail(`${section}.${key} is no function`);
        return wordsOf(Reflect.apply(say, undefined, others));
      },
    })),
  );
}

function shapeOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(
        Object.entries(value)
          .map(([key, inner]: [string, unknown]) => [key, shapeOf(inner)] as const)
          .sort(([one], [other]) => (one < other ? -1 : 1)),
      )
    : typeof value;
}

/** Every message, and the results of those that are functions, by path. */
function textsOf(messages: Messages): Map<string, string> {
  const texts = new Map(told().map(({ name, call }) => [name, call(messages)]));
  const visit = (value: unknown, path: readonly string[]): void => {
    if (typeof value === 'string') texts.set(path.join('.'), value);
    else if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) visit(inner, [...path, key]);
  };
  visit(messages, []);
  return texts;
}

/** The languages that were requested for numbers and dates while something ran; undefined is the browser's own. */
function localesUsed(run: () => void): unknown[] {
  const used: unknown[] = [];
  const places = (
    [
      [Number, 'toLocaleString'],
      [Date, 'toLocaleString'],
      [Date, 'toLocaleDateString'],
      [Date, 'toLocaleTimeString'],
    ] as const
  ).map(([type, name]) => {
    const own: unknown = Reflect.get(type.prototype, name);
    if (typeof own !== 'function') assert.fail(`${name} is no function`);
    Reflect.set(type.prototype, name, function (this: unknown, ...args: unknown[]) {
      used.push(args[0]);
      return Reflect.apply(own, this, args) as unknown;
    });
    return () => Reflect.set(type.prototype, name, own);
  });
  try {
    run();
  } finally {
    for (const restore of places) restore();
  }
  return used;
}
