// Look over tiles that were read from photos: change booths, save all as a file of tiles.
(function () {
  "use strict";
  const WORDS = { R: "red", Y: "yellow", G: "green", B: "blue", P: "pink", ".": "empty" };
  const LETTERS = Object.keys(WORDS);
  const COLUMNS = 6;
  const ROWS = 5;
  const MOST = 6; // booths of a color in the game
  const SVG = "http://www.w3.org/2000/svg";
  const { tiles, margin } = JSON.parse(document.getElementById("read").textContent);
  const doubts = []; // buttons to look at, in reading order

  function made(tag, attributes = {}, ...children) {
    const element = Object.assign(document.createElement(tag), attributes);
    element.append(...children);
    return element;
  }

  function picture(letter) {
    if (letter === ".") return [];
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("viewBox", "0 0 60 60");
    svg.setAttribute("aria-hidden", "true");
    const use = document.createElementNS(SVG, "use");
    use.setAttribute("href", `#booth-${letter}`);
    svg.append(use);
    return [svg];
  }

  // What cannot be, or is not the game's, of 30 letters.
  function oddities(letters) {
    const count = (letter) => letters.filter((one) => one === letter).length;
    const empty = count(".");
    const found = empty === 1 ? [] : [`${empty} empty spots; a grid has one.`];
    for (const letter of LETTERS.slice(0, 5)) {
      if (count(letter) > MOST) found.push(`${count(letter)} ${WORDS[letter]} booths; the game has at most ${MOST}.`);
    }
    return found.join(" ");
  }

  function showTile(tile) {
    tile.now = [...tile.letters];
    const odd = made("p", { className: "wrong" });
    odd.setAttribute("role", "status");
    const cut = made("div", { className: "cut" },
      made("img", { src: tile.picture, alt: `${tile.name} on the photo` }));
    const grid = made("div", { className: "spots" });
    grid.setAttribute("role", "group");
    grid.setAttribute("aria-label", `${tile.name} as read`);
    tile.now.forEach((_, spot) => grid.append(makeSpot(tile, spot, cut, odd)));
    odd.textContent = oddities(tile.now);
    const notes = tile.notes.map((note) => made("p", { className: "said", textContent: note }));
    return made("li", {}, made("h2", { textContent: tile.name }),
      made("div", { className: "pair" }, cut, grid), odd, ...notes);
  }

  function makeSpot(tile, spot, cut, odd) {
    const [row, column] = [Math.floor(spot / COLUMNS), spot % COLUMNS];
    const button = made("button", { type: "button" });
    const ring = made("span");
    ring.style.left = `${(100 * (column + margin)) / (COLUMNS - 1 + 2 * margin)}%`;
    ring.style.top = `${(100 * (row + margin)) / (ROWS - 1 + 2 * margin)}%`;
    const read = [tile.letters[spot], tile.second[spot]];
    const order = [...read, ...LETTERS.filter((one) => !read.includes(one))];
    const show = () => {
      button.replaceChildren(...picture(tile.now[spot]));
      const doubtful = doubts.includes(button);
      button.classList.toggle("doubtful", doubtful);
      const words = `${WORDS[tile.now[spot]]}, row ${row + 1}, column ${column + 1}`;
      button.setAttribute("aria-label", doubtful ? `${words}, doubtful` : words);
    };
    const put = (letter) => {
      tile.now[spot] = letter;
      if (doubts.includes(button)) doubts.splice(doubts.indexOf(button), 1);
      show();
      odd.textContent = oddities(tile.now);
      tell();
    };
    button.addEventListener("click", () => put(order[(order.indexOf(tile.now[spot]) + 1) % order.length]));
    button.addEventListener("keydown", (event) => {
      const letter = event.key.toUpperCase();
      if (event.ctrlKey || event.metaKey || event.altKey || !LETTERS.includes(letter)) return;
      event.preventDefault();
      put(letter);
    });
    if (tile.doubtful.includes(spot)) {
      doubts.push(button);
      cut.append(ring);
    }
    button.addEventListener("focus", () => ring.classList.add("here"));
    button.addEventListener("blur", () => ring.classList.remove("here"));
    show();
    return button;
  }

  function tell() {
    const n = doubts.length;
    const words = n === 1 ? "1 doubtful spot left." : `${n} doubtful spots left.`;
    const bad = tiles.filter(({ now }) => oddities(now)).map(({ name }) => name);
    document.getElementById("left").textContent =
      `${n ? words : "No doubtful spot left."}${bad.length ? ` Not a grid of the game: ${bad.join(", ")}.` : ""}`;
    document.getElementById("next").disabled = n === 0;
  }

  const written = () => tiles.map(({ name, now }) => {
    const rows = Array.from({ length: ROWS }, (_, row) => now.slice(row * COLUMNS, (row + 1) * COLUMNS).join(""));
    return `# ${name}\n${rows.join("/")}\n`;
  }).join("\n");

  document.getElementById("tiles").append(...tiles.map(showTile));
  document.getElementById("next").addEventListener("click", () => {
    const [first] = doubts;
    first.focus({ preventScroll: true });
    first.closest("li").scrollIntoView({ block: "start" });
  });
  document.getElementById("save").addEventListener("click", () => {
    const link = made("a", { download: "tiles.txt" });
    link.href = URL.createObjectURL(new Blob([written()], { type: "text/plain" }));
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    document.getElementById("left").textContent = "Saved as tiles.txt: chatuchak rank tiles.txt";
  });
  tell();
})();
