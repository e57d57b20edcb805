/** Runs something that may refuse its input, take too many steps, or too much time. Everything else is a defect, and thrown. */
export function quietly(run) {
  try {
    return run();
  } catch (error) {
    if (error instanceof Error && error.name === 'Error') return undefined;
    throw error;
  }
}
