// Answers in JSON.

const MAX_WAIT_MS = 30_000; // advice takes seconds

// What an address answers; with a body it is a change. Throws an error with the answer, if any, and its
// status. A server that hangs counts as one that does not answer.
export async function fetchJson(address, body, options = {}) {
  const limited = { ...options, signal: AbortSignal.timeout?.(MAX_WAIT_MS) };
  const answer = await fetch(address, body === undefined ? limited : {
    ...limited, method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  });
  const found = await answer.json();
  if (!answer.ok) throw Object.assign(new Error(found.error), { found, status: answer.status });
  return found;
}
