// What the same targets measured before the work on speed: with the same contestants and servers, on a quiet machine.

export const BEFORE_COMMIT = '7f45133';

/** By the title of the target, without its limit. @type {Record<string, string>} */
export const BEFORE = {
  '200,000 small progress events: mcp-web, modern, time x floor': '1.18',
  '200,000 small progress events: mcp-web, legacy, time x floor': '1.12',
  '2,000 events of 64 KiB: mcp-web, modern, time x floor': '1.09',
  '2,000 events of 64 KiB: mcp-web, legacy, time x floor': '1.12',
  'one event of 50 MB: mcp-web, modern, time x floor': '0.97',
  'one event of 50 MB: mcp-web, legacy, time x floor': '1.02',
  '50,000 small progress events, 4x slower processor: mcp-web, legacy, longest task': '134 ms',
  'first result, modern, cross origin, CORS *, cold visit: preflights': '3',
  'first result, modern, cross origin, CORS *, cold visit: time x floor': '1.82',
  'first result, legacy, cross origin, CORS *, cold visit: preflights': '5',
  'first result, legacy, cross origin, CORS *, cold visit: time x floor': '1.45',
  'first result, legacy, found, cross origin, CORS *, cold visit: preflights': '6',
  'first result, legacy, found, cross origin, CORS *, cold visit: time x floor': '1.85',
  'first result, modern, cross origin, CORS *, second visit: preflights': '2',
  'call after call, modern, cross origin: x floor': '1.86',
  'call after call, modern, cross origin: preflights': '20',
  'call after call, legacy, cross origin: preflights': '20',
  '1,000 calls at once, modern, HTTP/1.1: x floor': '1.43',
  '1,000 calls at once, legacy, HTTP/1.1: x floor': '1.54',
  '1,000 calls at once, legacy, HTTP/2: x floor': '1.59',
  '10,000 tools, 100 pages: mcp-web, x floor': '1.44',
  '10,000 tools, 100 pages: mcp-web, legacy, x floor': '1.36',
  "10,000 tools, 100 pages: second listing x the floor's first": '1.38',
  '10,000 tools, 100 pages: requests of the second listing': '100',
  '30,000 tools, 300 pages: mcp-web, legacy, x floor': '1.26',
  '10 tabs, modern: mcp-web, host, tabs without an answer': 'all',
  '10 tabs, legacy: mcp-web, tabs without an answer': 'all',
  '10 tabs, legacy: mcp-web, host, tabs without an answer': 'all',
  'cold import: x the fastest peer': '0.19',
  'cold import, 4x slower processor: x the fastest peer': '0.15',
  'log: 100,000 entries: computing time x the virtualised list': '0.25',
};
