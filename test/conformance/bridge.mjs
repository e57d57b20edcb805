// The program that the suite starts as "the client", once for each scenario. It runs the scenario in a page of the shared
// browser, prints the page's report, and exits with 0 if the page says that the client did what it should.
const { MCP_CONFORMANCE_BROKER, MCP_CONFORMANCE_SCENARIO, MCP_CONFORMANCE_PROTOCOL_VERSION, MCP_CONFORMANCE_CONTEXT } =
  process.env;

const response = await fetch(MCP_CONFORMANCE_BROKER, {
  method: 'POST',
  body: JSON.stringify({
    scenario: MCP_CONFORMANCE_SCENARIO,
    revision: MCP_CONFORMANCE_PROTOCOL_VERSION,
    serverUrl: process.argv[2],
    context: MCP_CONFORMANCE_CONTEXT ? JSON.parse(MCP_CONFORMANCE_CONTEXT) : {},
  }),
});
const report = await response.json();
console.log(JSON.stringify(report));
process.exitCode = report.ok ? 0 : 1;
