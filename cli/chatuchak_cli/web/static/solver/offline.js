// Lets the page be installed and played without a network, where the browser can keep it.

export async function installOffline() {
  if (!("serviceWorker" in navigator)) return false;
  try {
    await navigator.serviceWorker.register(new URL("../sw.js", import.meta.url));
    await navigator.serviceWorker.ready;
    return true;
  } catch {
    return false;
  }
}
