// Answers in JSON.

// What an address answers; with a body it is a change. Throws an error with the answer, if any, and its
// status.
export async function fetchJson(address, body, options = {}) {
  const answer = await fetch(address, body === undefined ? options : {
    ...options, method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  });
  const found = await answer.json();
  if (!answer.ok) throw Object.assign(new Error(found.error), { found, status: answer.status });
  return found;
}
