/** The page on which the user allows or denies access. It is plain HTML: it needs no script, and cannot run one. */
import { SCOPES } from './addresses.ts';

const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: light-dark(#f5f6f9, #111317); color: light-dark(#1a1d24, #eceef3); font: 400 1rem/1.5 system-ui, sans-serif; }
main { box-sizing: border-box; width: 100%; max-width: 26rem; padding: 1.5rem; }
p.demo { margin: 0 0 1.5rem; padding: .5rem .75rem; border: 1px dashed light-dark(#7d4a00, #f3bd5b); border-radius: .5rem; color: light-dark(#7d4a00, #f3bd5b); font-size: .875rem; }
h1 { margin: 0 0 .5rem; font-size: 1.375rem; line-height: 1.3; overflow-wrap: anywhere; }
ul { padding-inline-start: 1.25rem; }
form { display: flex; gap: .75rem; margin-block: 1.5rem 1rem; }
button { flex: 1; min-height: 2.75rem; padding: .25rem 1rem; border: 1px solid light-dark(#868d9b, #6d7583); border-radius: .5rem; background: none; color: inherit; font: inherit; font-weight: 600; cursor: pointer; }
button[value='allow'] { border-color: transparent; background: light-dark(#2c56d0, #97b3ff); color: light-dark(#fff, #0d1530); }
:focus-visible { outline: 2px solid light-dark(#2c56d0, #97b3ff); outline-offset: 2px; }
small { color: light-dark(#596070, #a5acba); overflow-wrap: anywhere; }
`;

const POLICY = "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

export function styleSheet(): Response {
  return new Response(STYLE, { headers: { 'Content-Type': 'text/css; charset=utf-8' } });
}

/** @param ticket comes back with the answer, so that only this page can answer */
export function askUser({
  client,
  scope,
  redirectUri,
  ticket,
  style,
}: {
  client: string;
  scope: readonly string[];
  redirectUri: string;
  ticket: string;
  style: URL;
}): Response {
  return page(
    200,
    style,
    'Allow access?',
    `
<h1>Allow <bdi>${escapeHtml(client)}</bdi> to use your demo diary?</h1>
<p>It will be able to:</p>
<ul>${scope.map((name) => `<li>${escapeHtml(SCOPES[name] ?? name)} <small><code>${escapeHtml(name)}</code></small></li>`).join('')}</ul>
<form method="post">
<input type="hidden" name="ticket" value="${escapeHtml(ticket)}">
<button name="answer" value="deny">Deny</button>
<button name="answer" value="allow">Allow</button>
</form>
<small>You then return to ${escapeHtml(redirectUri)}</small>`,
  );
}

/** For requests without a trustworthy address to send the answer to. */
export function refuse(style: URL, why: string): Response {
  return page(400, style, 'Sign-in failed', `<h1>Sign-in failed</h1><p>${escapeHtml(why)}</p>`);
}

function page(status: number, style: URL, title: string, body: string): Response {
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title} – demo sign-in</title>
<link rel="stylesheet" href="${escapeHtml(style.href)}">
<main>
<p class="demo"><strong>A demonstration.</strong> This sign-in is part of the playground and runs inside your browser: no account, no password, and nothing leaves this device.</p>
${body}
</main>
</html>`;
  return new Response(html, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': POLICY,
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
    },
  });
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
