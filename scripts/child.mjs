// Child processes that never outlive this one.
import { spawn } from 'node:child_process';
import process from 'node:process';

/** Runs a command on this terminal. Resolves with its exit code. */
export async function run(command, args, options) {
  return (await start(command, args, { ...options, stdio: 'inherit' })).code;
}

/** Runs a command and keeps what it prints. Resolves with its exit code and the text. */
export function capture(command, args, options) {
  return start(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
}

const parent = process.ppid;

function start(command, args, { env, ...options }) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { ...options, env: { ...process.env, ...env } });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => { output += text; });
    let isInterrupted = false;
    const interrupt = (signal) => {
      isInterrupted = true;
      // Ctrl+C reaches the child through the terminal; wait for it instead of dying first.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    };
    process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
    // npm's shell dies of a SIGTERM without passing it on: notice that the parent went away.
    const orphaned = setInterval(() => { if (process.ppid !== parent) interrupt('SIGTERM'); }, 1000);
    const settle = (code) => {
      clearInterval(orphaned);
      process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
      if (isInterrupted) process.exit(130);
      resolve({ code, output: output.trim() });
    };
    child.on('error', (error) => { output += error.message; settle(1); });
    child.on('close', (code, signal) => settle(code ?? (signal ? 130 : 1)));
  });
}
