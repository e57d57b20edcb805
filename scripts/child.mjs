// Child processes that never outlive this one.
import { spawn } from 'node:child_process';
import process from 'node:process';

/** Runs a command on this terminal. Resolves with its exit code. */
export async function run(command, args, options) {
  return (await start(command, args, { ...options, stdio: 'inherit' })).code;
}

/** Runs a command and captures its output. Resolves with its exit code and the output. */
export function capture(command, args, options) {
  return start(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
}

const parent = process.ppid;

/** How long to wait for output after a child has ended: a grandchild may hold the pipe open forever. */
const LAST_WORDS_MS = 3_000;

/** @param {{ timeoutMs?: number }} options timeoutMs: a child that takes longer is killed and counts as failed */
function start(command, args, { env, timeoutMs, ...options }) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { ...options, env: { ...process.env, ...env } });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    let isInterrupted = false;
    const interrupt = (signal) => {
      isInterrupted = true;
      // Ctrl+C reaches the child through the terminal; wait for it instead of dying first.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    };
    process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
    // npm's shell does not pass a SIGTERM on, so check whether the parent is gone.
    const orphaned = setInterval(() => {
      if (process.ppid !== parent) interrupt('SIGTERM');
    }, 1000);
    const limit =
      timeoutMs &&
      setTimeout(() => {
        output += `\nEnded after ${timeoutMs / 1000} s without having finished.`;
        child.kill('SIGKILL');
      }, timeoutMs);
    const settle = (code) => {
      clearInterval(orphaned);
      clearTimeout(limit);
      process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
      if (isInterrupted) process.exit(130);
      resolve({ code, output: output.trim() });
    };
    child.on('error', (error) => {
      output += error.message;
      settle(1);
    });
    child.on(
      'exit',
      (code, signal) => void setTimeout(() => settle(code ?? (signal ? 130 : 1)), LAST_WORDS_MS).unref(),
    );
    child.on('close', (code, signal) => settle(code ?? (signal ? 130 : 1)));
  });
}
