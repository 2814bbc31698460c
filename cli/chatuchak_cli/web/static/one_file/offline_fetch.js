// For the page in one file: what it would ask a server for lies in it, and is answered from there.

const BASE = "https://inside.invalid/"; // under which the page's scripts name their files

function answerFrom(files, base) {
  globalThis.fetch = async (address) => {
    const file = files[String(address).slice(base.length)];
    if (!file) return new Response("", { status: 404 });
    const body = file.text ?? Uint8Array.from(atob(file.base64), (letter) => letter.charCodeAt(0));
    return new Response(body, { headers: { "Content-Type": file.type } });
  };
}

const files = JSON.parse(document.getElementById("inside").textContent);
const data = Object.fromEntries(Object.entries(files).filter(([path]) => path.startsWith("data/")));
answerFrom(files, BASE);

// A worker is its script with the data in it, since it sees nothing of the page. It is none of
// modules, which browsers refuse to files (Chromium: "cross-origin redirects").
const { Worker } = globalThis;
globalThis.Worker = class extends Worker {
  constructor(address) {
    const before = `(${answerFrom})(${JSON.stringify(data)}, ${JSON.stringify(BASE)});\n`;
    const script = before + files[String(address).slice(BASE.length)].text;
    super(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
  }
};
document.documentElement.dataset.inside = "true";
