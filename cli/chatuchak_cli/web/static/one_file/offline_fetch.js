// For the page in one file: what it would ask a server for lies in it, and is answered from there.

const BASE = "https://inside.invalid/"; // under which the page's scripts name their files

const files = JSON.parse(document.getElementById("inside").textContent);
const fileAt = (address) => files[String(address).slice(BASE.length)];

globalThis.fetch = async (address) => {
  const file = fileAt(address);
  if (!file) return new Response("", { status: 404 });
  const body = file.text ?? Uint8Array.from(atob(file.base64), (letter) => letter.charCodeAt(0));
  return new Response(body, { headers: { "Content-Type": file.type } });
};

// A worker is none of modules, which browsers refuse to files (Chromium: "cross-origin redirects").
const { Worker } = globalThis;
globalThis.Worker = class extends Worker {
  constructor(address) {
    super(URL.createObjectURL(new Blob([fileAt(address).text], { type: "text/javascript" })));
  }
};
document.documentElement.dataset.inside = "true";
