// News of a game as it happens: the server says that something has changed, and the page asks what.

const RETRY_MS = 3000;

export class Stream {
  // `onNews` gets how often the game has changed; Infinity where that is unknown.
  constructor(address, onNews) {
    this.address = address;
    this.onNews = onNews;
    this.open();
  }

  open() {
    this.source = new EventSource(this.address);
    this.source.onmessage = ({ data }) => this.onNews(Number(data));
    this.source.onerror = () => {
      // The browser tries again by itself, unless the server refused: the game may be gone.
      if (this.source.readyState !== EventSource.CLOSED || this.retry) return;
      this.retry = setTimeout(() => {
        this.retry = null;
        this.onNews(Infinity);
        this.open();
      }, RETRY_MS);
    };
  }

  close() {
    clearTimeout(this.retry);
    this.retry = true; // whatever comes late opens nothing
    this.source.close();
  }
}
