export const english = {
  title: 'Needs your answer',
  empty: 'Nothing needs your answer',
  emptyHint: 'Requests from servers appear here.',
  count: (count: number) => (count === 1 ? '1 request' : `${count.toLocaleString('en')} requests`),
  consent: (tool: string) => `Run ${tool}`,
  stepUp: 'More access',
  skill: (name: string) => `Use the skill ${name}`,
  elicitation: 'Information',
  visit: 'Visit a page',
  sampling: 'Use your model',
  roots: 'Know your folders',
};

export type RequestsMessages = typeof english;
